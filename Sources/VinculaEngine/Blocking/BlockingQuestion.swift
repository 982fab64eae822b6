import VinculaCore

/// A question to a project's function, thrown by a decision that needs its answer.
///
/// A function may take seconds, so it is not called within a transaction. The decision is undone instead,
/// ``Transactions/write(in:expecting:_:)`` asks, and the decision is made again with the answer. It reads everything again, and
/// an answer applies only to an event with the same facts, so it is never applied to another account, or to one that has changed.
struct BlockingQuestion: Error, Sendable {
    let event: BlockingEvent
    let function: BlockingFunction
    let forwarded: ForwardedCredentials
    /// The id of the account that the decision creates; `nil` if it exists.
    let newAccount: AccountID?

    fileprivate var key: [[UInt8]] { [Array(function.url.utf8), event.fingerprint] }
}

/// What a function said.
enum BlockingReply: Sendable {
    case answered(BlockingAnswer)
    case refused(AuthError)
    /// It gave no usable answer, which refuses, too.
    case failed(AuthError)

    /// The error for whoever asked for what is refused.
    var refusal: AuthError? {
        switch self {
        case .answered: nil
        case .refused(let error), .failed(let error): error
        }
    }
}

/// A refusal that does not undo what was decided before it: the transaction is committed, and then the error is thrown.
struct SettledRefusal: Error, Sendable {
    let error: AuthError
}

/// What a decision has asked so far.
struct BlockingAnswers: Sendable {
    /// The number of questions of one decision: two functions may be asked about a new account, each once more if what it was
    /// asked about has changed.
    static let most = 4

    private var replies: [(key: [[UInt8]], reply: BlockingReply)] = []
    /// The id of the account that the decision creates: functions were told of it.
    private(set) var newAccount: AccountID?
    /// The account that a function was asked about last, as it was then.
    private(set) var account: Account?

    func reply(to question: BlockingQuestion) -> BlockingReply? {
        guard !replies.isEmpty else { return nil }
        let key = question.key
        return replies.first { $0.key == key }?.reply
    }

    /// - Throws: ``AuthError/blockedByFunction(_:)`` if what was asked about does not stop changing.
    func requireRoom() throws(AuthError) {
        guard replies.count < Self.most else { throw .blockedByFunction(BlockingRefusal.changing) }
    }

    mutating func add(_ reply: BlockingReply, to question: BlockingQuestion) {
        replies.append((question.key, reply))
        newAccount = newAccount ?? question.newAccount
        account = question.event.account ?? account
    }
}

extension Work {
    /// A new account, with the id that the project's functions have been told if they were asked about it.
    func startAccount() -> Account { Account.start(answers.newAccount, now: now) }

    /// What the project's function says about an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - settings: The project's functions, as this decision read them.
    ///   - isNew: `true` for an account that the decision creates.
    /// - Returns: `nil` if the project has no such function.
    /// - Throws: ``BlockingQuestion`` if it has to be asked first.
    func reply(to event: BlockingEvent, _ settings: BlockingSettings, isNew: Bool = false) throws -> BlockingReply? {
        guard let function = settings[event.trigger] else { return nil }
        let question = BlockingQuestion(
            event: event, function: function, forwarded: settings.forwarded, newAccount: isNew ? event.account?.id : nil)
        guard let reply = answers.reply(to: question) else { throw question }
        return reply
    }

    /// Asks the project's function whether a message may be sent.
    ///
    /// - Throws: ``BlockingQuestion``, or ``AuthError/blockedByFunction(_:)``.
    func askBeforeSending(_ event: BlockingEvent, _ settings: BlockingSettings) throws {
        if let error = try reply(to: event, settings)?.refusal { throw error }
    }
}
