import Foundation
import VinculaCore
import VinculaEngine

/// The people who run this server. Owners of all projects see and manage them.
extension ConsoleSite {
    static let operators: [ConsoleRoute] = [
        .page("/operators", .act(.seeOperators)) { context in
            let listed = try await context.engine.operators.operators()
            let invitations = try await context.engine.operators.invitations()
            return .view(context.operatorsView(listed, invitations))
        },
        .form("/operators/invite", .act(.inviteOperator)) { context in
            let email = context.fields["email"]?.trimmingCharacters(in: .whitespaces) ?? ""
            let code = try await context.engine.operators.invite(
                email, to: try context.grant(), by: context.visit?.account.id)
            return .view(context.invitedView(email, code))
        },
        .form("/operators/uninvite", .act(.inviteOperator)) { context in
            try await context.engine.operators.uninvite(context.fields["email"] ?? "", by: context.visit?.account.id)
            return .goTo("\(root)/operators", notice: .invitationRemoved)
        },
        .form("/operators/change", .act(.changeOperator)) { context in
            try await context.engine.operators.setGrant(
                of: context.fields["email"] ?? "", to: try context.grant(), by: context.visit?.account.id)
            return .goTo("\(root)/operators", notice: .operatorChanged)
        },
        .form("/operators/remove", .act(.removeOperator)) { context in
            try await context.engine.operators.remove(context.fields["email"] ?? "", by: context.visit?.account.id)
            return .goTo("\(root)/operators", notice: .operatorRemoved)
        },
    ]

    static let operatorSessions: [ConsoleRoute] = [
        .form("/operators/end-sessions", .act(.endOperatorSessions)) { context in
            try await context.engine.operators.endSessions(of: context.fields["email"] ?? "", by: context.visit?.account.id)
            return .goTo("\(root)/operators", notice: .operatorSessionsEnded)
        }
    ]
}

extension ConsoleContext {
    /// What the field for projects has if all are meant. No project has such an id.
    private static let allProjects = "*"

    /// The rights that a form names.
    ///
    /// An empty list is not all projects: an operator whose only project was deleted has one.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)``, `OperatorAdministration.Refusal.tooManyProjects`.
    fileprivate func grant() throws -> OperatorGrant {
        guard let role = fields["role"].flatMap(OperatorRole.init) else {
            throw AuthError.invalidArgument("role must be owner, editor, support or viewer.")
        }
        let names = (fields["projects"] ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
        guard !names.isEmpty else { throw OperatorAdministration.Refusal.tooManyProjects }
        return OperatorGrant(role: role, reach: names == [Self.allProjects] ? .all : .some(Set(names)))
    }

    fileprivate func operatorsView(
        _ listed: [OperatorAdministration.Listed], _ invitations: [OperatorInvitation]
    ) -> ConsoleView {
        let rows = listed.map { each -> [HTML] in
            let email = each.account.email?.value ?? each.account.id.value
            let hidden: HTML = "<input type=\"hidden\" name=\"email\" value=\"\(email)\">"
            let change = form(
                "\(ConsoleSite.root)/operators/change", texts["operators.change"],
                label: texts("operators.change.label", ["email": email]),
                hidden + rights(each.grant, of: email, in: each.account.id.value))
            let remove = form(
                "\(ConsoleSite.root)/operators/remove", texts["operators.remove"],
                label: texts("operators.remove.label", ["email": email]), isDanger: true, hidden)
            let end = form(
                "\(ConsoleSite.root)/operators/end-sessions", texts["operators.endSessions"],
                label: texts("operators.endSessions.label", ["email": email]), hidden)
            let factor = texts[each.account.secondFactors.isEmpty ? "operators.noFactor" : "operators.hasFactor"]
            return [
                "<span class=\"person\">\(email)</span>", "\(factor)", time(each.account.lastSignInAt), change + end + remove,
            ]
        }
        let open = invitations.map { each -> [HTML] in
            let email = each.email?.value ?? texts["operators.first"]
            let remove: HTML =
                each.email.map {
                    form(
                        "\(ConsoleSite.root)/operators/uninvite", texts["operators.uninvite"],
                        label: texts("operators.uninvite.label", ["email": email]),
                        "<input type=\"hidden\" name=\"email\" value=\"\($0.value)\">")
                } ?? ""
            return ["\(email)", "\(texts["role.\(each.grant.role.rawValue)"])", time(each.expiresAt), remove]
        }
        let waiting: HTML =
            open.isEmpty
            ? ""
            : "<h2>\(texts["operators.invited"])</h2>"
                + table(texts["operators.invited"], ["email", "role", "expires", ""], open)
        let invite = form(
            "\(ConsoleSite.root)/operators/invite", texts["operators.invite"], isQuiet: false,
            field("email", "email", type: "email", " autocomplete=\"off\" required")
                + rights(OperatorGrant(role: .viewer, reach: .all), of: nil, in: "new"))
        return ConsoleView(
            title: texts["operators.title"],
            body: table(texts["operators.title"], ["email", "factors", "lastSignIn", ""], rows) + waiting
                + "<h2>\(texts["operators.inviteTitle"])</h2>" + invite + rolesInWords,
            crumbs: [(texts["projects.title"], ConsoleSite.root)])
    }

    /// The fields of a role and the projects that it is for.
    ///
    /// - Parameters:
    ///   - grant: The rights that they show.
    ///   - email: The operator; `nil` for a new one.
    ///   - place: What makes the fields' ids unique.
    private func rights(_ grant: OperatorGrant, of email: String?, in place: String) -> HTML {
        let options = OperatorRole.allCases.map { role -> HTML in
            let selected: HTML = role == grant.role ? " selected" : ""
            return "<option value=\"\(role.rawValue)\"\(selected)>\(texts["role.\(role.rawValue)"])</option>"
        }.joined()
        let projects = (grant.reach.list ?? [Self.allProjects]).joined(separator: ", ")
        let (role, list) = ("role-\(place)", "projects-\(place)")
        return """
            <label for="\(role)">\(texts["role"])</label><select id="\(role)" name="role">\(options)</select>\
            <label for="\(list)">\(texts["operators.projects"])</label>\
            <input id="\(list)" name="projects" value="\(projects)" autocomplete="off" required>
            """
    }

    private var rolesInWords: HTML {
        let list = OperatorRole.allCases.map { role -> HTML in
            "<div><dt>\(texts["role.\(role.rawValue)"])</dt><dd>\(texts["role.\(role.rawValue).text"])</dd></div>"
        }.joined()
        return "<h2>\(texts["roles"])</h2><dl class=\"facts\">\(list)</dl>"
    }

    fileprivate func invitedView(_ email: String, _ code: String) -> ConsoleView {
        let link = "\(options.consoleOrigin(authority: call.authority))\(ConsoleSite.root)/welcome#\(code)"
        let body: HTML = """
            <p>\(texts("operators.sendLink", ["email": email]))</p><p>\(copied(link, of: texts["operators.inviteTitle"], id: "invitation"))</p>\
            <p><a class="button" href="\(ConsoleSite.root)/operators">\(texts["operators.back"])</a></p>
            """
        return ConsoleView(
            title: texts["operators.inviteTitle"], body: body,
            crumbs: [(texts["operators.title"], "\(ConsoleSite.root)/operators")])
    }
}
