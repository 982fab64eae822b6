import Mustache

/// The layout of all built-in mails.
enum MailLayout {
    static let text = template(
        """
        {{% CONTENT_TYPE:TEXT}}{{lead}}

        {{#facts}}
        {{.}}
        {{/facts}}
        {{#hasFacts}}

        {{/hasFacts}}
        {{#link}}
        {{button}}{{colon}}
        {{link}}

        {{/link}}
        {{#digits}}
        {{enter}}

            {{digits}}

        {{/digits}}
        {{#after}}
        {{.}}

        {{/after}}
        {{#disownLink}}
        {{notMine}}{{colon}}
        {{disownLink}}

        {{/disownLink}}
        --\u{20}
        {{closing}}

        """)

    // Mail programs support style sheets badly, so the important styles are inline, and tables make the frame and the button.
    // The style sheet only adds what can be missing: dark colours and narrow windows. Nothing is loaded from anywhere but the
    // project's logo.
    static let html = template(
        """
        \(HTMLEscaping.pragma)<!doctype html>
        <html lang="{{language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <meta name="supported-color-schemes" content="light dark">
        <title>{{subject}}</title>
        <style>
        @media (prefers-color-scheme:dark) {
        .ground { background:#121418 !important }
        .card { background:#1d2027 !important; color:#eef0f4 !important; border-color:{{darkColor}} !important }
        .soft { color:#b3b9c5 !important }
        .soft a { color:#9dbcff !important }
        .action { background:{{darkColor}} !important; color:{{darkInk}} !important }
        }
        @media (max-width:400px) {
        .around { padding:0 !important }
        .card { padding:20px 16px !important; border-radius:0 !important }
        }
        </style>
        </head>
        <body class="ground" style="margin:0;padding:0;background:#f3f4f7">
        <table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f4f7"><tr><td class="around" align="center" style="padding:24px 12px">
        <div class="card" style="box-sizing:border-box;max-width:544px;padding:28px;border-top:4px solid {{color}};border-radius:8px;background:#ffffff;color:#1b1d22;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;text-align:left;overflow-wrap:anywhere;word-break:break-word">
        <p style="margin:0 0 20px;font-weight:700">{{#logo}}<img src="{{logo}}" alt="" height="36" style="max-width:160px;margin-right:10px;vertical-align:middle">{{/logo}}{{app}}</p>
        <p style="margin:0 0 16px">{{lead}}</p>
        {{#hasFacts}}
        <ul style="margin:0 0 16px;padding-left:20px">
        {{/hasFacts}}
        {{#facts}}
        <li>{{.}}</li>
        {{/facts}}
        {{#hasFacts}}
        </ul>
        {{/hasFacts}}
        {{#link}}
        <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td class="action" style="border-radius:8px;background:{{color}}"><a class="action" href="{{link}}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:{{color}};color:{{ink}};text-decoration:none;font-weight:600">{{button}}</a></td></tr></table>
        {{/link}}
        {{#digits}}
        <p style="margin:0 0 8px">{{enter}}</p>
        <p style="margin:0 0 16px;font-size:28px;font-weight:700;letter-spacing:4px;white-space:nowrap">{{digits}}</p>
        {{/digits}}
        {{#after}}
        <p style="margin:0 0 16px">{{.}}</p>
        {{/after}}
        {{#link}}
        <p class="soft" style="margin:0 0 16px;color:#555b66;font-size:14px">{{copy}}<br><a href="{{link}}" style="color:#1a4fba;word-break:break-all">{{link}}</a></p>
        {{/link}}
        {{#disownLink}}
        <p class="soft" style="margin:0 0 16px;color:#555b66;font-size:14px"><a href="{{disownLink}}" style="color:#1a4fba">{{notMine}}</a></p>
        {{/disownLink}}
        <p class="soft" style="margin:0;color:#555b66;font-size:14px">{{closing}}</p>
        </div>
        </td></tr></table>
        </body>
        </html>

        """)

    private static func template(_ source: String) -> Result<MustacheTemplate, any Error> {
        Result { try MustacheTemplate(string: source) }
    }
}
