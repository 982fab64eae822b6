import Hummingbird
import VinculaCore

/// The stylesheet of the hosted pages.
enum PageStyle {
    static let path = "/__/auth/style.css"

    /// Returns the stylesheet's address for pages in a project's colour.
    static func path(color: PageColor?) -> String {
        color.map { "\(path)?\(QueryText.encode([("color", $0.text)]))" } ?? path
    }

    static let text = """
        :root{color-scheme:light dark;--ink:#1b1d22;--soft:#555b66;--paper:#fff;--ground:#f3f4f7;--line:#868d9a;--action:#1a4fba;\
        --on-action:#fff;--bad:#a8121c}
        @media (prefers-color-scheme:dark){:root{--ink:#eef0f4;--soft:#b3b9c5;--paper:#1d2027;--ground:#121418;--line:#7d8491;\
        --action:#9dbcff;--on-action:#0d1c3f;--bad:#ff9a9a}}
        *{box-sizing:border-box}
        body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:min(1.5rem,4vw);\
        background:var(--ground);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
        main{position:relative;width:100%;max-width:30rem;padding:min(2rem,6vw);border-radius:1rem;background:var(--paper);overflow-wrap:anywhere}
        main.wide{max-width:60rem}
        h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
        p,ul,ol,dl{margin:0 0 1rem}
        form{margin:1.5rem 0 0}
        label{display:block;margin-bottom:.25rem;font-weight:600}
        h2{margin:1.5rem 0 .5rem;font-size:1.125rem}
        h3{margin:1rem 0 .25rem;font-size:1rem}
        input:not([type=hidden]),select{width:100%;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;\
        color:inherit;font:inherit}
        button,.button{display:inline-block;width:100%;margin-top:1rem;padding:.8rem 1rem;border:2px solid var(--action);\
        border-radius:.5rem;background:var(--action);color:var(--on-action);font:inherit;font-weight:600;text-align:center;\
        text-decoration:none;cursor:pointer}
        form+p>a:not(.button){display:inline-block;margin-top:.75rem;padding:.6rem 0}
        button.quiet,.button.quiet{background:transparent;color:var(--action)}
        .small{width:auto;min-height:2.75rem;margin:0;padding:.4rem .75rem}
        select option{color:#1b1d22;background:#fff}
        input[aria-invalid=true]{border-color:var(--bad);border-width:2px}
        a{color:var(--action)}
        :focus-visible{outline:3px solid var(--action);outline-offset:3px}
        .error{color:var(--bad);font-weight:600}
        input.away:not([type=hidden]){position:absolute;top:0;left:0;width:1px;height:1px;padding:0;border:0;overflow:hidden;\
        clip-path:inset(50%)}
        .error ul{margin-bottom:1rem}
        #rules{margin-top:.75rem}
        main>:last-child,main>:last-child>:last-child{margin-bottom:0}
        .brand{display:flex;align-items:center;gap:.75rem;width:100%;max-width:30rem;margin:0 0 1rem;font-weight:700;\
        font-size:1.125rem;overflow-wrap:anywhere}
        .brand img{max-width:50%;max-height:3rem}
        .banner{margin:0 0 1rem;padding:.25rem .75rem;border:1px solid var(--line);border-radius:1rem;color:var(--soft);\
        font-size:.875rem;max-width:100%;overflow-wrap:anywhere}
        table{width:100%;border-collapse:collapse}
        th,td{padding:.5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
        iframe{width:100%;height:38rem;border:1px solid var(--line);border-radius:.5rem;background:Canvas}
        pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
        pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.9375em}
        .unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
        .meta{margin:.25rem 0;color:var(--soft);font-size:.9375rem}
        .whole{display:inline-block;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom}
        .places,.messages{padding:0;list-style:none}
        .places li{margin-bottom:1rem}
        .places a{font-weight:600}
        .snippet{display:flex;align-items:flex-start;gap:.5rem .75rem}
        .snippet pre{flex:1;min-width:0;padding:.6rem .75rem;border:1px solid var(--line);border-radius:.5rem}
        .tools,.tools form[method=get]{display:flex;flex-wrap:wrap;align-items:flex-end;gap:.75rem}
        .tools{justify-content:space-between;margin-bottom:1rem}
        .tools form,.tools p{margin:0}
        .tools button{width:auto;margin:0}
        .tools input:not([type=hidden]),.tools select,.tools button{height:3.25rem}
        .tools [hidden]{display:none}
        .messages li{padding:1rem 0;border-top:1px solid var(--line)}
        .messages h2{margin:0;font-size:1.0625rem}
        .messages pre{margin:.5rem 0}
        .messages .uses{margin-bottom:0}
        .uses{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin:.5rem 0 1rem}
        time{white-space:nowrap}
        .uses code{font-size:1.25rem;font-weight:700;letter-spacing:.1em;white-space:nowrap}
        @media (max-width:40rem){.snippet{flex-direction:column}.snippet pre{width:100%}main.wide table,main.wide tbody,main.wide tr,main.wide td,main.wide tr>th[scope=row]{display:block}\
        main.wide thead{display:none}main.wide tr{padding:.5rem 0;border-bottom:1px solid var(--line)}\
        main.wide td,main.wide th{padding:0;border:0}}
        """
}

extension Endpoints {
    /// `/__/auth/style.css`, in the colour that the address names, if any.
    func pageStyle(_ call: Call) async throws -> Response {
        let color = call.query["color"].flatMap(PageColor.init)
        return Answer.text(
            PageStyle.text + (color?.rules ?? ""), type: "text/css; charset=utf-8",
            headers: [.cacheControl: "public, max-age=3600"])
    }
}
