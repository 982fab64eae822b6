import VinculaCore
import VinculaEngine

/// The accounts of a project: a search, and pages of what it finds.
extension ConsoleSite {
    /// The number of accounts on a page.
    static let accountsOnPage = 50

    static let users: [ConsoleRoute] = [
        .page("/projects/{project}/users", .act(.seeAccounts)) { context in
            let texts = context.texts
            var listing = AccountListing(limit: accountsOnPage)
            listing.text = String(
                decoding: (context.call.query["q"] ?? "").utf8.prefix(AccountListing.longestText), as: UTF8.self)
            let provider = context.call.query["provider"].flatMap { $0.isEmpty ? nil : ProviderID(String($0.prefix(128))) }
            listing.provider = provider
            listing.cursor = context.call.query["after"]
            let page = try await context.engine.accounts.listPage(listing, in: context.scope)

            let rows = page.accounts.map { account -> [HTML] in
                let name = account.email?.value ?? account.phone?.value ?? account.id.value
                let link: HTML = "<a href=\"\(path(of: account.id, in: context.scope))\">\(name)</a>"
                let state: HTML = account.isDisabled ? " <span class=\"badge\">\(texts["disabled"])</span>" : ""
                return [
                    link + state, context.chosen(account.displayName), context.marks(of: account),
                    "\(account.secondFactors.isEmpty ? "–" : "\(account.secondFactors.count)")",
                    context.time(account.lastSignInAt),
                ]
            }
            let headings = ["account", "name", "waysIn", "factors", "lastSignIn"]
            let found: HTML =
                rows.isEmpty ? "<p>\(texts["users.none"])</p>" : context.table(texts["users.title"], headings, rows)
            let create: HTML =
                context.allows(.createAccount)
                ? "<p><a class=\"button quiet\" href=\"\(context.accountsPath("/new-user"))\">\(texts["newUser.title"])</a></p>"
                : ""
            let export: HTML =
                context.allows(.exportAccounts)
                ? "<p><a class=\"button quiet\" href=\"\(context.accountsPath("/export"))\">\(texts["export.title"])</a></p>" : ""
            return .view(
                ConsoleView(
                    title: texts["users.title"],
                    body: context.search(listing) + create + found + context.pager(listing, next: page.next)
                        + export,
                    crumbs: context.crumbs(depth: 1)))
        }
    ]
}

extension ConsoleContext {
    fileprivate func search(_ listing: AccountListing) -> HTML {
        let known =
            engine.catalogue.providers.map { ($0.id, $0.title) } + [(ProviderID.phone, engine.catalogue.title(of: .phone))]
        let options = known.map { id, title -> HTML in
            let selected: HTML = id == listing.provider ? " selected" : ""
            return "<option value=\"\(id.value)\"\(selected)>\(title)</option>"
        }.joined()
        return """
            <form class="search" role="search" action="\(accountsPath("/users"))">
            <div class="most">\(field("q", "users.search", type: "search", value: listing.text, " maxlength=\"256\" aria-describedby=\"q-hint\""))</div>
            <div><label for="provider">\(texts["users.provider"])</label>
            <select id="provider" name="provider"><option value="">\(texts["users.anyProvider"])</option>\(options)</select></div>
            <button>\(texts["users.find"])</button>
            <p class="meta" id="q-hint">\(texts["users.searchHint"])</p>
            </form>
            """
    }

    fileprivate func pager(_ listing: AccountListing, next: String?) -> HTML {
        func link(_ fields: [(String, String)], _ text: String) -> HTML {
            let fields = [("q", listing.text), ("provider", listing.provider?.value ?? "")] + fields
            let query = QueryText.encode(fields.filter { !$0.1.isEmpty })
            return "<a href=\"\(accountsPath("/users"))\(query.isEmpty ? "" : "?" + query)\">\(texts[text])</a>"
        }
        var links: [HTML] = []
        if listing.cursor != nil { links.append(link([], "pager.first")) }
        if let next { links.append(link([("after", next)], "pager.next")) }
        return links.isEmpty ? "" : "<nav class=\"pager\" aria-label=\"\(texts["pager"])\">\(links.joined())</nav>"
    }

    /// The marks of an account's ways in, each with its name.
    fileprivate func marks(of account: Account) -> HTML {
        let names = account.providers.map { ($0, engine.catalogue.title(of: $0)) }
        guard !names.isEmpty else { return "\(texts[account.isAnonymous ? "anonymous" : "noWayIn"])" }
        let list = names.map { id, title -> HTML in "<li>\(mark(of: id))<span>\(title)</span></li>" }.joined()
        return "<ul class=\"marks\">\(list)</ul>"
    }
}
