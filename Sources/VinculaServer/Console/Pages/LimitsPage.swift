import VinculaCore
import VinculaEngine

/// The limits of a project, and who met one lately.
extension ConsoleSite {
    static let limits: [ConsoleRoute] = [
        .page("/projects/{project}/limits", .act(.seeLimits)) { context in
            let settings = try await context.engine.projects.settings(of: context.scope.project)
            let lately = context.engine.limited.lately(of: context.scope.project, withServer: context.seesServerLimits)
            let off: HTML = context.engine.limited.isOn ? "" : "<p>\(context.texts["limits.off"])</p>"
            let body: HTML = """
                <p>\(context.texts["limits.text"])</p>
                \(off)
                <h2>\(context.texts["limits.lately"])</h2>
                \(context.limited(lately))
                <h2>\(context.texts["limits.messages"])</h2>
                \(context.messageLimits(settings))
                <h2>\(context.texts["limits.requests"])</h2>
                <p>\(context.texts["limits.guesses"])</p>
                \(context.requestLimits())
                """
            return .view(ConsoleView(title: context.texts["limits.title"], body: body, crumbs: context.crumbs(depth: 1)))
        },
        .form("/projects/{project}/limits/lift", .act(.liftLimit)) { context in
            guard let id = context.fields["entry"].flatMap({ Int($0) }) else {
                throw AuthError.invalidArgument("entry must be a number.")
            }
            try await context.engine.limited.lift(id, in: context.scope, withServer: context.seesServerLimits)
            return .goTo(context.path("/limits"), notice: .limitLifted)
        },
    ]

    static let liftGuesses: [ConsoleRoute] = [
        .form("/projects/{project}/users/{user}/lift", .act(.liftLimit)) { context in
            try await context.engine.limited.lift(of: context.accountID, in: context.scope)
            return .goTo(path(of: context.accountID, in: context.scope), notice: .guessesForgiven)
        }
    ]
}

extension ConsoleContext {
    /// Indicates whether the operator sees limits that are for all projects together.
    fileprivate var seesServerLimits: Bool { visit?.grant.reach == .all }

    fileprivate func limited(_ lately: [LimitAdministration.Listed]) -> HTML {
        guard !lately.isEmpty else { return "<p>\(texts["limits.nobody"])</p>" }
        let mayLift = allows(.liftLimit)
        let rows = lately.prefix(100).map { listed -> [HTML] in
            let entry = listed.entry
            var row: [HTML] = [
                time(listed.lastAt), words(for: entry.refusal.rpc),
                "\(texts["limits.reason.\(entry.refusal.reason.group)"])", "\(entry.network ?? "–")", person(of: entry),
                "\("\(entry.count)")",
            ]
            guard mayLift else { return row }
            let field: HTML = "<input type=\"hidden\" name=\"entry\" value=\"\("\(entry.id)")\">"
            let what = "\(texts["rpc.\(entry.refusal.rpc.rawValue)"]) \(entry.network ?? "")"
            let label = texts("limits.lift.label", ["what": what])
            row.append(listed.canBeLifted ? form(path("/limits/lift"), texts["limits.lift"], label: label, field) : "–")
            return row
        }
        return table(
            texts["limits.lately"],
            ["limits.last", "limits.what", "limits.by", "network", "account", "limits.count"] + (mayLift ? [""] : []), rows)
    }

    private func person(of entry: LimitedLately.Entry) -> HTML {
        switch entry.caller.target {
        case .email(let email): "\(email.masked)"
        case .account(let id):
            entry.caller.scope.map { "<a href=\"\(ConsoleSite.path(of: id, in: $0))\">\(id.value)</a>" } ?? "\(id.value)"
        case nil: "–"
        }
    }

    fileprivate func messageLimits(_ settings: ProjectSettings) -> HTML {
        let rows = TextMessagePolicy.Count.allCases.map { count -> [HTML] in
            let most = TextMessagePolicy.most(count, settings: settings.phone)
            return ["\(texts["limits.messages.\(count.rawValue)"])", "\("\(most)")"]
        }
        return table(texts["limits.messages"], ["limits.by", "limits.perDay"], rows)
    }

    fileprivate func requestLimits() -> HTML {
        let rows = LimitedRPC.allCases.map { rpc -> [HTML] in
            let limit = engine.limited.limit(rpc)
            return [
                words(for: rpc), rate(limit?.perAddress), rate(limit?.perTarget), rate(limit?.perPair),
            ]
        }
        return table(
            texts["limits.requests"],
            ["limits.what", "limits.reason.address", "limits.reason.target", "limits.reason.pair"], rows)
    }

    /// The limited act in words, with the code by which the metrics name it.
    private func words(for rpc: LimitedRPC) -> HTML {
        "\(texts["rpc.\(rpc.rawValue)"])<br><code class=\"meta\">\(rpc.rawValue)</code>"
    }

    private func rate(_ bucket: TokenBucket?) -> HTML {
        guard let bucket else { return "–" }
        let isSlow = bucket.interval > 60_000_000_000
        let count = (isSlow ? 3_600_000_000_000 : 60_000_000_000) / bucket.interval
        return "\(texts(isSlow ? "limits.perHour" : "limits.perMinute", ["count": "\(count)", "burst": "\(bucket.burst)"]))"
    }
}

extension RequestLimits.Reason {
    /// The name of the text about it.
    fileprivate var group: String {
        switch self {
        case .address, .block: "address"
        case .target: "target"
        case .pair: "pair"
        case .guesses: "guesses"
        case .provider: "provider"
        case .messagesToNumber, .messagesToBlock, .messagesOfNetwork, .messagesOfProject: "messages"
        }
    }
}

extension ConsoleUserPage {
    /// The wrong passwords and codes that count against the account; empty if there are none.
    func limits(_ guesses: AccountGuesses) -> HTML {
        guard guesses.passwords > 0 || guesses.codes > 0 else { return "" }
        let texts = context.texts
        let rows: [[HTML]] = [
            ["\(texts["limits.wrongPasswords"])", "\("\(guesses.passwords)")", context.time(guesses.lastPasswordAt)],
            ["\(texts["limits.wrongCodes"])", "\("\(guesses.codes)")", context.time(guesses.lastCodeAt)],
        ]
        let lift: HTML =
            context.allows(.liftLimit)
            ? context.form(
                ConsoleSite.path(of: account.id, in: context.scope, "/lift"), texts["limits.forgive"]) : ""
        return "<h2>\(texts["nav.limits"])</h2>"
            + context.table(texts["nav.limits"], ["limits.what", "limits.count", "limits.last"], rows) + lift
    }
}
