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
        {{button}}:
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
        {{notMine}}:
        {{disownLink}}

        {{/disownLink}}
        --\u{20}
        {{closing}}

        """)

    // Mail programs support style sheets badly, so the important styles are inline. Nothing is loaded from anywhere.
    static let html = template(
        """
        \(HTMLEscaping.pragma)<!doctype html>
        <html lang="{{language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <title>{{subject}}</title>
        </head>
        <body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
        <div style="max-width:34em;margin:0 auto">
        <p>{{lead}}</p>
        {{#hasFacts}}
        <ul style="margin:16px 0;padding-left:20px">
        {{/hasFacts}}
        {{#facts}}
        <li>{{.}}</li>
        {{/facts}}
        {{#hasFacts}}
        </ul>
        {{/hasFacts}}
        {{#link}}
        <p style="margin:24px 0"><a href="{{link}}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:{{color}};color:{{ink}};text-decoration:none;font-weight:600">{{button}}</a></p>
        {{/link}}
        {{#digits}}
        <p>{{enter}}</p>
        <p style="font-size:28px;font-weight:700;letter-spacing:4px">{{digits}}</p>
        {{/digits}}
        {{#after}}
        <p>{{.}}</p>
        {{/after}}
        {{#link}}
        <p style="font-size:14px">{{copy}}<br><a href="{{link}}" style="word-break:break-all">{{link}}</a></p>
        {{/link}}
        {{#disownLink}}
        <p style="font-size:14px"><a href="{{disownLink}}">{{notMine}}</a></p>
        {{/disownLink}}
        <p style="font-size:14px;opacity:.7">{{closing}}</p>
        </div>
        </body>
        </html>

        """)

    private static func template(_ source: String) -> Result<MustacheTemplate, any Error> {
        Result { try MustacheTemplate(string: source) }
    }
}
