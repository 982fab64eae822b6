import Testing
import VinculaCore

struct HTMLPlainTextTests {
    @Test(
        "Blocks become lines, links keep their addresses, and what nobody reads is left out",
        arguments: [
            ("", "\n"), ("Hi", "Hi\n"), ("<p>Hi <b>Ana</b>,</p>\n\n<p>bye</p>", "Hi Ana,\n\nbye\n"),
            ("a<br>b<br/>c", "a\nb\nc\n"), ("<a href='%LINK%'>Reset</a>.", "Reset %LINK%.\n"),
            ("<A class=x HREF=\"%LINK%\">%LINK%</A>", "%LINK%\n"),
            ("<a href=https://a.example/?b&amp;c>x</a>", "x https://a.example/?b&c\n"),
            ("<a name='x'>x</a><a href='#top'>y</a>", "xy\n"),
            ("<html><head><title>T</title><style>p{color:red}</style></head><body>x<!-- <b>no --></body></html>", "x\n"),
            ("1 &lt; 2 &amp;&amp; 3 &gt; 2 &#65;&#x42; &unknown; &copy;", "1 < 2 && 3 > 2 AB &unknown; ©\n"),
            ("1 < 2", "1 < 2\n"), ("<a title='1 > 0' href='u'>x</a>", "x u\n"), ("<td>a</td><td>b</td>", "a b\n"),
            ("&#123;&#123;app}}", "{ {app}}\n"), ("<a href='&#123;&#123;b}}'>x</a>", "x { {b}}\n"), ("<b", "<b\n"),
            ("<script>alert('<p>')", "\n"), ("<a href='u'>x", "x u\n"), ("é <i>ñ</i>", "é ñ\n"),
        ])
    func text(_ html: String, _ text: String) {
        #expect(HTMLPlainText.text(of: html) == text)
    }

    @Test("A long text of broken tags takes no long time")
    func bounded() {
        for part in ["<", "<a ", "<a href='", "<!--", "&", "<style", "<a href=x>"] {
            let start = ContinuousClock.now
            _ = HTMLPlainText.text(of: String(repeating: part, count: 65_536 / part.utf8.count))
            #expect(.now - start < .seconds(20), "\(part)")
        }
    }
}
