import VinculaCore
import VinculaEngine
import VinculaServer

extension BlockingCounts {
    /// The metrics of calls to projects' functions.
    var gauges: [ServerMetrics.Gauge] {
        let results = BlockingTrigger.allCases.flatMap { trigger in
            Result.allCases.map { result -> ServerMetrics.Gauge in
                (
                    name: "vincula_blocking_calls_total{trigger=\"\(trigger.rawValue)\",result=\"\(result.rawValue)\"}",
                    help: "Calls of projects' blocking functions.", read: { self.calls(trigger, result) }
                )
            }
        }
        let times = BlockingTrigger.allCases.map { trigger -> ServerMetrics.Gauge in
            (
                name: "vincula_blocking_milliseconds_total{trigger=\"\(trigger.rawValue)\"}",
                help: "Time that projects' blocking functions took.", read: { self.milliseconds(trigger) }
            )
        }
        return results + times
    }
}
