import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// Exporting all accounts as `vincula export` does, without the hashes of passwords.
extension ConsoleSite {
    private static let exportPage = 1000

    static let export: [ConsoleRoute] = [
        .page("/projects/{project}/export", .act(.exportAccounts)) { context in
            let texts = context.texts
            let box: HTML = """
                <label class="check"><input type="checkbox" name="complete" value="yes"> \(texts["export.complete"])</label>
                """
            return .view(
                ConsoleView(
                    title: texts["export.title"],
                    body: "<p>\(texts["export.text"])</p>"
                        + context.form(context.accountsPath("/export"), texts["export.save"], isQuiet: false, box),
                    crumbs: context.crumbs(depth: 2)))
        },
        .form("/projects/{project}/export", .act(.exportAccounts)) { context in
            let (accounts, scope) = (context.engine.accounts, context.scope)
            let form = AccountExport(isComplete: context.fields["complete"] == "yes")
            _ = try await accounts.recordExport(format: .json, isComplete: form.isComplete, hasHashes: false, in: scope)
            let body = ResponseBody { writer in
                var text = "{\"users\": [\n"
                var after: String?
                while true {
                    let page = try await accounts.listAccounts(after: after, limit: exportPage, in: scope)
                    for account in page {
                        if after != nil || account.id != page.first?.id { text += ",\n" }
                        text += form.json(account, hash: nil)
                    }
                    guard page.count == exportPage, let last = page.last else { break }
                    after = last.id.value
                    try await writer.write(ByteBuffer(string: text))
                    text = ""
                }
                try await writer.write(ByteBuffer(string: text + "\n]}\n"))
                try await writer.finish(nil)
            }
            return .raw(ConsoleContext.download("users.json", type: "application/json", body))
        },
    ]
}
