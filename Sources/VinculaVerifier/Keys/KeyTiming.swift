/// The times after which keys are fetched again.
package struct KeyTiming: Sendable {
    /// The lifetime of an answer that states none.
    package var standardAge: Duration = .seconds(300)
    /// The bounds of the lifetime that an answer states.
    package var shortestAge: Duration = .seconds(60)
    package var longestAge: Duration = .seconds(24 * 3600)
    /// The time for which keys are used beyond their lifetime while the issuer cannot be reached.
    package var staleAge: Duration = .seconds(24 * 3600)
    /// The least time between two fetches because of an unknown key: tokens with made-up key ids must not cause more.
    package var refetchInterval: Duration = .seconds(30)
    /// The least time between two fetches after one that failed.
    package var retryInterval: Duration = .seconds(2)

    package init() {}

    /// The lifetime of an answer.
    ///
    /// - Parameters:
    ///   - cacheControl: The answer's `Cache-Control`.
    ///   - age: The answer's `Age`, which a cache on the way has set.
    func lifetime(cacheControl: String?, age: String?) -> Duration {
        let directives = (cacheControl ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\"" } }
        guard let stated = directives.first(where: { $0.hasPrefix("max-age=") }), let seconds = Int64(stated.dropFirst(8)) else {
            return standardAge
        }
        let old = min(max(age.flatMap { Int64($0) } ?? 0, 0), 1 << 32)
        return min(max(.seconds(min(seconds, 1 << 32) - old), shortestAge), longestAge)
    }
}
