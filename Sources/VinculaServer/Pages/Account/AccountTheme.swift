import VinculaCore

extension PageSettings {
    /// The stylesheet with the project's colour: in shades that can be read on light and on dark backgrounds.
    var styleSheet: String {
        guard let color else { return "" }
        func rule(_ shade: PageColor) -> String { "--action:\(shade.text);--on-action:\(shade.ink.text)" }
        return """
            :root{\(rule(color.onLight))}
            @media (prefers-color-scheme:dark){:root{\(rule(color.onDark))}}

            """
    }
}

extension ProjectSettings {
    /// The name that people know a project by.
    func pageName(of project: String) -> String { page.name ?? email.appName ?? project }
}
