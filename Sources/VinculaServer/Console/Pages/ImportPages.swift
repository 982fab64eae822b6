import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// Importing an export of Firebase, or of another Vincula: a file, a rehearsal, and the import, whose progress is a page.
extension ConsoleSite {
    private static let importPath = "/projects/{project}/imports"

    static let imports: [ConsoleRoute] = [
        .page(importPath, .act(.importAccounts), freshSeconds: ConsoleSession.freshSeconds) { context in
            let listed = try await context.imports.list(in: context.scope, now: context.engine.clock.now)
            return .view(context.importsView(listed))
        },
        .form(importPath, .act(.importAccounts)) { context in
            let made = try await context.imports.create(
                name: context.fields["name"] ?? "", length: Int64(context.fields["length"] ?? "") ?? 0, in: context.scope,
                now: context.engine.clock.now)
            return .goTo(context.accountsPath("/imports/\(made.id)"))
        },
        .page("\(importPath)/{import}", .act(.importAccounts)) { context in
            .view(context.importView(try await context.foundImport()))
        },
        ConsoleRoute(
            method: .post, path: "\(importPath)/{import}/parts", door: .act(.importAccounts), limit: .other, takesPart: true
        ) { context in
            let now = context.engine.clock.now
            let offset = context.call.query["at"].flatMap(Int64.init) ?? -1
            do {
                let found = try await context.imports.append(
                    context.call.body.bytes, to: context.importID, at: offset, in: context.scope, now: now)
                return .raw(try Answer.json(["received": found.received]))
            } catch ConsoleImports.Refusal.wrongPlace {
                return .raw(try Answer.json(["received": try await context.foundImport().received], status: .conflict))
            }
        },
        .form("\(importPath)/{import}", .act(.importAccounts)) { context in
            let found = try await context.foundImport()
            guard let rehearses = ["rehearse": true, "import": false][context.fields["mode"] ?? ""] else {
                throw AuthError.invalidArgument("mode must be rehearse or import.")
            }
            let file: FileImport
            do {
                file = try context.fileImport()
            } catch is HashConfigFault {
                return .view(context.importView(found, error: context.texts["import.refused.hashes"]))
            } catch is AuthError {
                return .view(context.importView(found, error: context.texts["import.refused.hashes"]))
            }
            try await context.imports.start(
                found.id, file, rehearses: rehearses, by: context.engine, in: context.scope, now: context.engine.clock.now)
            return .goTo(context.accountsPath("/imports/\(found.id)"))
        },
        .form("\(importPath)/{import}/stop", .act(.importAccounts)) { context in
            try await context.imports.stop(context.importID, in: context.scope, now: context.engine.clock.now)
            return .goTo(context.accountsPath("/imports/\(context.importID)"))
        },
        .form("\(importPath)/{import}/remove", .act(.importAccounts)) { context in
            try await context.imports.remove(context.importID, in: context.scope, now: context.engine.clock.now)
            return .goTo(context.accountsPath("/imports"), notice: .importRemoved)
        },
        .page("\(importPath)/{import}/refused", .act(.importAccounts), freshSeconds: ConsoleSession.freshSeconds) { context in
            let file = try await context.imports.refused(
                context.importID, in: context.scope, now: context.engine.clock.now)
            guard let file, let handle = FileHandle(forReadingAtPath: file) else { throw ConsoleImports.Refusal.missing }
            let body = ResponseBody { writer in
                defer { try? handle.close() }
                while let data = try handle.read(upToCount: 1 << 16), !data.isEmpty {
                    try await writer.write(ByteBuffer(bytes: data))
                }
                try await writer.finish(nil)
            }
            return .raw(ConsoleContext.download("refused.jsonl", type: "application/jsonl", body))
        },
    ]
}

extension ConsoleContext {
    /// The import's id in the path.
    fileprivate var importID: String { String((call.parameters.get("import") ?? "").prefix(64)) }

    fileprivate func foundImport() async throws -> ConsoleImport {
        try await imports.find(importID, in: scope, now: engine.clock.now)
    }

    /// The choices of the form.
    ///
    /// - Throws: `HashConfigFault`, ``AuthError/invalidHashParameter(_:_:)``.
    fileprivate func fileImport() throws -> FileImport {
        var file = FileImport(.json)
        let text = (fields["hashes"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if !text.isEmpty {
            let given = try GivenHashParameters(hashConfig: text)
            file.hashes = try HashParameters(given)
            file.algorithm = given.algorithm
        }
        file.overwrites = fields["overwrite"] == "yes"
        file.leavesOutAuthenticators = fields["withoutAuthenticators"] == "yes"
        file.leavesOutPasswords = fields["withoutPasswords"] == "yes"
        file.acceptsAnyHash = options.isDevelopment
        return file
    }

    /// A file to be saved.
    static func download(_ name: String, type: String, _ body: ResponseBody) -> Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"]
        headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        return Response(status: .ok, headers: headers, body: body)
    }

    // MARK: Pages

    fileprivate func importsView(_ listed: [ConsoleImport]) -> ConsoleView {
        let rows = listed.map { each -> [HTML] in
            [
                "<a href=\"\(accountsPath("/imports/\(each.id)"))\">\(each.name.isEmpty ? each.id : each.name)</a>",
                "\(texts["import.state.\(each.state.rawValue)"])", time(each.createdAt),
            ]
        }
        let list: HTML =
            rows.isEmpty
            ? "" : "<h2>\(texts["import.list"])</h2>" + table(texts["import.list"], ["import.file", "state", "created"], rows)
        let body: HTML = """
            <p>\(texts["import.text"])</p>
            <noscript><p>\(texts["import.noscript"])</p></noscript>
            <form method="post" action="\(accountsPath("/imports"))" data-upload data-failed="\(texts["import.uploadFailed"])" hidden>\
            <input type="hidden" name="token" value="\(visit?.formToken ?? "")">\
            <label for="file">\(texts["import.choose"])</label>\
            <input id="file" name="file" type="file" accept=".json,application/json" required>\
            <button>\(texts["import.upload"])</button>\
            <progress max="100" value="0" aria-label="\(texts["import.uploading"])" hidden></progress><p role="status"></p></form>
            \(list)
            """
        return ConsoleView(title: texts["import.title"], body: body, crumbs: crumbs(depth: 1), uploads: true)
    }

    fileprivate func importView(_ found: ConsoleImport, error: String? = nil) -> ConsoleView {
        func row(_ name: String, _ value: String) -> HTML { "<div><dt>\(texts[name])</dt><dd>\(value)</dd></div>" }
        let percent = Int(found.share * 100)
        var parts: HTML = """
            <dl class="facts">\(row("import.file", found.name))\(row("state", texts["import.state.\(found.state.rawValue)"]))\
            \(row("import.size", "\(found.length)"))</dl>
            """
        if found.state.isBusy || found.state == .uploading {
            parts += """
                <p><progress max="100" value="\("\(percent)")" aria-label="\(texts["import.progress"])"></progress> \("\(percent)") %</p>
                """
        }
        if found.state != .uploading, found.state != .ready { parts += results(found) }
        if let fault = found.fault { parts += "<p class=\"error\" role=\"alert\">\(texts["import.fault.\(fault.rawValue)"])</p>" }
        if found.state.mayBegin { parts += choices(found) }
        let address = accountsPath("/imports/\(found.id)")
        if found.state.isBusy { parts += form("\(address)/stop", texts["import.stop"]) }
        if !found.state.isBusy { parts += form("\(address)/remove", texts["import.remove"]) }
        return ConsoleView(
            title: found.name.isEmpty ? texts["import.title"] : found.name, body: parts,
            crumbs: crumbs(depth: 1) + [(texts["import.title"], accountsPath("/imports"))], error: error,
            status: error == nil ? .ok : .badRequest, refreshSeconds: found.state.isBusy ? 2 : nil)
    }

    private func results(_ found: ConsoleImport) -> HTML {
        let totals = found.totals
        let isTrial = found.state == .rehearsing || found.state == .rehearsed
        let rows: [[HTML]] = [
            ["\(texts["import.records"])", "\("\(found.records)")"], ["\(texts["import.created"])", "\("\(totals.created)")"],
            ["\(texts["import.replaced"])", "\("\(totals.replaced)")"],
            ["\(texts["import.unchanged"])", "\("\(totals.unchanged)")"],
            ["\(texts["import.passwords"])", "\("\(totals.passwords)")"],
            ["\(texts["import.failed"])", "\("\(totals.failed)")"],
        ]
        var parts: HTML = isTrial ? "<p>\(texts["import.trial"])</p>" : ""
        parts += table(texts["import.result"], ["what", "import.number"], rows)
        if totals.failed > 0 {
            let reasons = totals.refusals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { kind, count -> HTML in
                "<li>\("\(count)"): \(kind)</li>"
            }.joined()
            parts += """
                <h2>\(texts["import.failed"])</h2><ul class="list">\(reasons)</ul>\
                <p><a class="button quiet" href="\(accountsPath("/imports/\(found.id)/refused"))" download>\
                \(texts["import.download"])</a></p>
                """
        }
        return parts
    }

    private func choices(_ found: ConsoleImport) -> HTML {
        func check(_ name: String) -> HTML {
            let checked: HTML = fields[name] == "yes" ? " checked" : ""
            return """
                <label class="check"><input type="checkbox" name="\(name)" value="yes"\(checked)> \(texts["import.\(name)"])</label>
                """
        }
        let token: HTML = "<input type=\"hidden\" name=\"token\" value=\"\(visit?.formToken ?? "")\">"
        return """
            <h2>\(texts["import.begin"])</h2>
            <form method="post" action="\(accountsPath("/imports/\(found.id)"))">\(token)\
            <label for="hashes">\(texts["import.hashes"])</label>\
            <textarea id="hashes" name="hashes" rows="6" maxlength="16000" spellcheck="false" autocomplete="off"></textarea>\
            \(check("withoutPasswords"))\(check("withoutAuthenticators"))\(check("overwrite"))\
            <p class="row"><button name="mode" value="rehearse">\(texts["import.try"])</button>\
            <button class="quiet" name="mode" value="import">\(texts["import.import"])</button></p></form>
            """
    }
}
