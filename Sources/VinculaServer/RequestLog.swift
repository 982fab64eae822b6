import IdentityToolkit
import Logging
import Synchronization
import VinculaCore
import VinculaEngine

/// The records of requests, for the projects that want some (`monitoring.requestLogging`).
///
/// A record has the method of the API, the status, the error's code and the caller; nothing that the request sent.
final class RequestLog: Sendable {
    private struct Known {
        let isOn: Bool
        let position: Int
        let until: ContinuousClock.Instant
    }

    /// The time after which a project's setting is read again, even if the store's ``ChangeFeed`` knows of no change.
    private static let freshness = Duration.seconds(5)
    /// The maximum number of projects remembered.
    private static let most = 10_000

    private let known = Mutex<[String: Known]>([:])

    /// Runs the handler of a request, and records the result if the project wants that.
    func record<Response>(
        _ call: Call, _ operation: OpenAPIOperation, _ engine: AuthEngine, _ logger: Logger, status: (Response) -> Int,
        _ body: () async throws -> Response
    ) async throws -> Response {
        guard await isOn(for: call.scope.project, engine) else { return try await body() }
        do {
            let response = try await body()
            note(call, operation, logger, status: status(response), code: nil)
            return response
        } catch {
            let (status, code) = Self.outcome(error)
            note(call, operation, logger, status: status, code: code)
            throw error
        }
    }

    private func isOn(for project: String, _ engine: AuthEngine) async -> Bool {
        let now = ContinuousClock.now
        let position = engine.store.changes.position(of: .settings)
        if let known = known.withLock({ $0[project] }), now < known.until, known.position == position { return known.isOn }
        // A store that cannot be read fails the request itself.
        guard let isOn = try? await engine.projects.settings(of: project).logsRequests else { return false }
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[project] = Known(isOn: isOn, position: position, until: now + Self.freshness)
        }
        return isOn
    }

    private func note(_ call: Call, _ operation: OpenAPIOperation, _ logger: Logger, status: Int, code: String?) {
        var metadata: Logger.Metadata = [
            "project": "\(call.scope.project)", "method": "\(operation.name)", "status": "\(status)",
            "caller": "\(call.actor.kind.rawValue)",
        ]
        if !call.scope.tenant.isEmpty { metadata["tenant"] = "\(call.scope.tenant)" }
        if !call.actor.id.isEmpty { metadata["callerId"] = "\(call.actor.id)" }
        if let code { metadata["code"] = "\(code)" }
        logger.info("Request to a project", metadata: metadata)
    }

    private static func outcome(_ error: any Error) -> (status: Int, code: String?) {
        switch error {
        case let error as AuthError:
            let body = ErrorBody(error)
            let code = body.error.message.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
            return (body.error.code, code.utf8.count > 2 ? String(code) : body.error.status)
        case is FieldRefusal: return (400, nil)
        case let refusal as RequestRefusal: return (ErrorBody(refusal).error.code, nil)
        case is StoreUnavailable: return (503, "UNAVAILABLE")
        default: return (500, nil)
        }
    }
}
