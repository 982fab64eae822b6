import CPostgreSQL
import Dispatch
import Foundation
import VinculaSQL

/// A connection of libpq in pipeline mode: several statements are sent, and then their results are read.
final class Pipeline {
    /// The results of what was sent.
    struct Answer {
        /// The number of statements that succeeded before the first one that failed.
        var done = 0
        var error: PostgreSQLError?
        /// The result of the last statement that succeeded.
        var last: ResultRows?
    }

    private let handle: OpaquePointer
    /// The number of warnings that the server has sent.
    private let warningCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    /// The number of answers that were asked for and not read.
    private var unread = 0
    /// Indicates whether the connection is of no use any more.
    private(set) var isBroken = false
    /// The time that the server may be silent while an answer is due, in milliseconds; negative for any.
    ///
    /// A server that stands still, such as one whose disk hangs, keeps no limit of its own.
    var patience: Int32 = -1
    /// The moment at which the server is given up, even if it is not silent; `nil` for none.
    var deadline: ContinuousClock.Instant?
    /// The longest time that the socket alone is trusted, in milliseconds.
    private static let slice: Int32 = 1000

    /// Connects, and checks the server.
    ///
    /// - Throws: ``PostgreSQLError``, ``PostgreSQLSetupError``.
    init(_ address: PostgreSQLAddress) throws {
        let made = CStrings.with(address.settings.map(\.keyword)) { keywords in
            CStrings.with(address.settings.map(\.value)) { PQconnectdbParams(keywords, $0, 0) }
        }
        warningCount.initialize(to: 0)
        guard let made else {
            warningCount.deallocate()
            throw PostgreSQLError.noConnection
        }
        handle = made
        guard PQstatus(handle) == CONNECTION_OK else {
            // It names hosts and users, but no password.
            // A line that begins with a tab is a hint to the line before it.
            let lines = String(cString: PQerrorMessage(handle)).split(separator: "\n").filter { !$0.hasPrefix("\t") }
            let words = lines.joined(separator: "; ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            throw PostgreSQLError(state: nil, reasonOfConnection: String(words.prefix(300)))
        }
        // They would go to standard error.
        _ = PQsetNoticeReceiver(handle, { count, _ in count?.assumingMemoryBound(to: Int.self).pointee += 1 }, warningCount)
    }

    deinit {
        PQfinish(handle)
        warningCount.deallocate()
    }

    /// Runs a closure that commits, and makes sure that the server has no doubts about it.
    ///
    /// - Throws: ``PostgreSQLError/unconfirmed``, or the closure's error.
    @discardableResult
    func committing<Result>(_ body: () throws -> Result) throws -> Result {
        let before = warningCount.pointee
        let result = try body()
        // An operator ended the wait for a standby. The server then answers as if all was well, with a warning.
        guard warningCount.pointee == before else { throw PostgreSQLError.unconfirmed }
        return result
    }

    /// Begins pipeline mode, after which ``script(_:)`` is the only call that leaves it.
    func enter() throws { guard PQenterPipelineMode(handle) == 1 else { throw lost() } }

    // MARK: Sending

    /// Sends a statement with arguments.
    func send(_ sql: String, _ arguments: BoundArguments) throws {
        let isSent = arguments.withPointers { PQsendQueryParams(handle, sql, $0, nil, $1, $2, $3, 1) == 1 }
        guard !isBroken, isSent else { throw lost() }
    }

    /// Has a statement prepared under a name.
    func prepare(_ sql: String, named name: String) throws {
        guard !isBroken, PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw lost() }
    }

    /// Sends the name of a prepared statement with arguments.
    func sendPrepared(_ name: String, _ arguments: BoundArguments) throws {
        let isSent = arguments.withPointers { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) == 1 }
        guard !isBroken, isSent else { throw lost() }
    }

    /// Asks for the answer to what was sent, and leaves it unread until the next one is read.
    func end() throws {
        guard !isBroken, PQpipelineSync(handle) == 1 else { throw lost() }
        unread += 1
    }

    /// Asks for the results of what was sent, without an end: the transaction goes on.
    func flush() throws {
        guard !isBroken, PQsendFlushRequest(handle) == 1, PQflush(handle) == 0 else { throw lost() }
    }

    // MARK: Reading

    /// Reads the results of what was sent before ``flush()``, after the answers that were left.
    ///
    /// - Parameter count: The number of statements that were sent or prepared.
    /// - Throws: ``PostgreSQLError/noConnection``.
    func results(of count: Int) throws -> Answer {
        _ = try answer()
        var answer = Answer()
        var left = count
        var hasResult = false
        while left > 0 {
            try awaitInput()
            if let result = PQgetResult(handle) {
                hasResult = true
                note(result, in: &answer)
            } else {
                // The end of one statement's results. Without a connection, nothing else comes.
                guard hasResult else { throw lost() }
                hasResult = false
                left -= 1
            }
        }
        return answer
    }

    /// Reads the answer to what was sent last, and those that were left.
    ///
    /// - Parameter each: Gets the rows of each of the last answer's statements that succeeded.
    /// - Throws: ``PostgreSQLError/noConnection``.
    func answer(each: (ResultRows) -> Void = { _ in }) throws -> Answer {
        var answer = Answer()
        while unread > 0 {
            answer = try readOne(each: unread == 1 ? each : { _ in })
            unread -= 1
        }
        return answer
    }

    private func readOne(each: (ResultRows) -> Void) throws -> Answer {
        var answer = Answer()
        var ends = 0
        while true {
            try awaitInput()
            guard let result = PQgetResult(handle) else {
                // The end of one statement's results. Without a connection, nothing else comes.
                ends += 1
                guard ends < 3, PQstatus(handle) == CONNECTION_OK else { throw lost() }
                continue
            }
            ends = 0
            if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
                PQclear(result)
                return answer
            }
            if let rows = note(result, in: &answer) { each(rows) }
        }
    }

    /// Adds a statement's result to an answer.
    ///
    /// - Returns: Its rows, if it succeeded.
    @discardableResult
    private func note(_ result: OpaquePointer, in answer: inout Answer) -> ResultRows? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            let rows = ResultRows(result)
            answer.last = rows
            if answer.error == nil { answer.done += 1 }
            return rows
        case PGRES_PIPELINE_ABORTED: PQclear(result)
        default:
            answer.error = answer.error ?? Self.error(of: result)
            PQclear(result)
        }
        return nil
    }

    /// Waits until a result can be read at once, or the connection has ended.
    ///
    /// - Throws: ``PostgreSQLError/noConnection`` if the server was silent for too long.
    private func awaitInput() throws {
        // In slices: with TLS, bytes that have been received already do not show at the socket.
        let slice = patience < 0 ? Self.slice : min(patience, Self.slice)
        var silence: Int32 = 0
        while PQisBusy(handle) == 1 {
            if patience >= 0, silence >= patience { throw giveUp() }
            if let deadline, deadline <= .now { throw giveUp() }
            var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            let count = poll(&socket, 1, slice)
            if count < 0, errno != EINTR { throw giveUp() }
            silence = count == 0 ? silence + slice : 0
            guard PQconsumeInput(handle) == 1 else { return }
        }
    }

    /// Gives up a server that is silent, and asks it to do the same: while a commit waits for a standby, the server would keep
    /// the connection and its locks.
    private func giveUp() -> PostgreSQLError {
        if let cancel = PQgetCancel(handle) {
            nonisolated(unsafe) let cancel = cancel
            // It blocks for as long as the network likes.
            DispatchQueue.global().async {
                var words = [CChar](repeating: 0, count: 256)
                _ = PQcancel(cancel, &words, Int32(words.count))
                PQfreeCancel(cancel)
            }
        }
        return lost()
    }

    private static func error(of result: OpaquePointer) -> PostgreSQLError {
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        return PostgreSQLError(state: field(cpostgresql_sqlstate()), constraint: field(cpostgresql_constraint()))
    }

    /// Gives the connection up.
    ///
    /// - Returns: The error to throw.
    @discardableResult
    func lost(_ error: PostgreSQLError = .noConnection) -> PostgreSQLError {
        isBroken = true
        return error
    }

    // MARK: Messages

    /// Waits for messages of other sessions, outside of pipeline mode.
    ///
    /// - Parameter milliseconds: The longest time to wait.
    /// - Returns: `true` if there were some.
    /// - Throws: ``PostgreSQLError/noConnection``.
    func waitForMessages(milliseconds: Int32) throws -> Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard !isBroken, descriptor.fd >= 0 else { throw lost() }
        let count = poll(&descriptor, 1, milliseconds)
        guard count != 0 else { return false }
        guard count > 0 || errno == EINTR, PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { throw lost() }
        var isTold = false
        while let message = PQnotifies(handle) {
            PQfreemem(message)
            isTold = true
        }
        return isTold
    }

    // MARK: Scripts

    /// Runs several statements as they are, outside of pipeline mode.
    ///
    /// - Returns: The result of the last one.
    @discardableResult
    func script(_ sql: String) throws -> ResultRows {
        _ = try answer()
        let isInPipeline = PQpipelineStatus(handle) != PQ_PIPELINE_OFF
        if isInPipeline { guard PQexitPipelineMode(handle) == 1 else { throw lost() } }
        guard PQsendQuery(handle, sql) == 1 else { throw lost() }
        guard let result = try lastResult() else { throw lost() }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            let error = Self.error(of: result)
            PQclear(result)
            if PQstatus(handle) != CONNECTION_OK { throw lost() }
            if isInPipeline { try enter() }
            throw error
        }
        if isInPipeline { try enter() }
        return ResultRows(result)
    }

    /// The result of a script's last statement, or of the one that failed.
    private func lastResult() throws -> OpaquePointer? {
        var last: OpaquePointer?
        do {
            while true {
                try awaitInput()
                guard let result = PQgetResult(handle) else { return last }
                PQclear(last)
                last = result
            }
        } catch {
            PQclear(last)
            throw error
        }
    }
}

/// Texts as C takes a list of them.
enum CStrings {
    static func with<Result>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result?) -> Result? {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let list = copies.map { UnsafePointer($0) } + [nil]
        return list.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
    }
}
