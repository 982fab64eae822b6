import Testing
import VinculaCore

struct PlaceholderTemplateTests {
    private func template(_ body: String, _ format: PlaceholderTemplate.Format) -> EmailSettings.Template {
        var template = PlaceholderTemplate()
        template.body = body
        template.format = format
        return template.mustache
    }

    @Test("Firebase's placeholders become variables, in the subject too")
    func placeholders() {
        var template = PlaceholderTemplate()
        #expect(!template.isCustomized && template.mustache == EmailSettings.Template())
        template.subject = "%APP_NAME%: %EMAIL%, now %NEW_EMAIL%"
        #expect(template.isCustomized && template.mustache.subject == "{{app}}: {{email}}, now {{newEmail}}")
        let html = self.template("<p>%DISPLAY_NAME% <a href='%LINK%'>%SECOND_FACTOR%</a> 100%</p>", .html)
        #expect(html.html == "<p>{{displayName}} <a href='{{link}}'>{{secondFactor}}</a> 100%</p>")
        #expect(html.text == "{{displayName}} {{secondFactor}} {{link}} 100%\n")
    }

    @Test("A plain text is the text, and the HTML escaped, with its link and its lines")
    func plainText() {
        let made = template("Hi <%DISPLAY_NAME%> & co\r\n\n%LINK%\n", .plainText)
        #expect(made.text == "Hi <{{displayName}}> & co\r\n\n{{link}}\n")
        let lines = made.html?.split(separator: "\n").map(String.init) ?? []
        #expect(
            lines == [
                "<!doctype html>", "<html><body>", "Hi &lt;{{displayName}}&gt; &amp; co<br>", "<br>",
                #"<a href="{{link}}">{{link}}</a><br>"#, "</body></html>",
            ], "\(lines)")
    }

    @Test(
        "An unknown placeholder is named, and our own tags are refused",
        arguments: [
            ("Hello %DISPLAY_NAME%, %LINK%", nil), ("100% of 50% %", nil), ("%a% %link% %A%", nil), ("%LINK%%EMAIL%", nil),
            ("%LINKS%", .placeholder("%LINKS%")), ("50%OFF%LINK%", .placeholder("%OFF%")), ("{{link}}", .braces), ("{ {", nil),
            ("", nil),
        ] as [(String, PlaceholderTemplate.Fault?)])
    func check(text: String, fault: PlaceholderTemplate.Fault?) {
        guard let fault else {
            #expect(throws: Never.self) { try PlaceholderTemplate.check(text) }
            return
        }
        #expect(throws: fault) { try PlaceholderTemplate.check(text) }
    }
}
