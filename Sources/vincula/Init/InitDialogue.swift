import Foundation
import VinculaCore

/// Asks the questions of `vincula init` that nothing has answered yet, and checks the answers that were given.
struct InitDialogue {
    /// True if there is somebody to ask; otherwise defaults are used.
    let isAsking: Bool

    /// - Throws: ``ConfigurationError`` for a wrong answer among those that were given, and if the input ends.
    func complete(_ given: InitAnswers) async throws -> InitAnswers {
        var answers = given
        if isAsking { print("An empty answer accepts the default in brackets. Nothing is written before the last answer.\n") }
        for question in InitQuestion.all {
            let value = answers[question.name]
            let source = answers.variables[question.name] ?? question.flag
            guard question.isNeeded(answers) else {
                guard value == nil || question.name == InitQuestion.Topic.install else {
                    throw ConfigurationError(
                        description: "\(source) has no effect because \(question.idleReason(answers)): leave it out.")
                }
                continue
            }
            if let value {
                switch await question.read(value, answers) {
                case .success(let text): answers.note(text, for: question.name)
                case .failure(let error): throw ConfigurationError(description: "\(source): \(error.description)")
                }
            } else {
                answers[question.name] = try await isAsking ? ask(question, answers) : accept(question, answers)
            }
            // Providers compare redirect addresses letter by letter.
            if question.name == "publicUrl", let address = answers["publicUrl"].flatMap(WebAddress.parse) {
                answers.note(address.lowercased(), for: question.name)
            }
        }
        for (name, flag) in [("smtp.port", "--smtp-port"), ("smtp.security", "--smtp-security")]
        where answers[name] != nil && !answers.sendsMail {
            throw ConfigurationError(
                description: "\(answers.variables[name] ?? flag) has no effect without --smtp-host: leave it out.")
        }
        try InitEnvironment.check(answers)
        // Interrupted, it may go on in another folder.
        if let folder = answers["data"] { answers.note(URL(filePath: folder).path, for: "data") }
        return answers
    }

    private func ask(_ question: InitQuestion, _ answers: InitAnswers) async throws -> String {
        let fallback = question.fallback(answers)
        let choices = question.choices.map { " (\($0(answers).joined(separator: ", ")))" } ?? ""
        let shown = fallback.isEmpty ? (question.mayBeNone ? "none" : "") : fallback
        let prompt = "\(question.text)\(choices)\(shown.isEmpty ? "" : " [\(shown)]"): "
        if let note = question.note(answers) { print(note) }
        while true {
            let typed: String?
            if question.isSecret {
                typed = try NewPassword.hidden(prompt)
            } else {
                FileHandle.standardOutput.write(Data(prompt.utf8))
                typed = readLine(strippingNewline: true)
            }
            guard let typed else {
                print("")
                throw ConfigurationError(description: "The input has ended. Nothing was written.")
            }
            switch await question.read(typed.isEmpty ? shown : typed, answers) {
            case .success(let text): return text
            case .failure(let error): print("  \(error.description)")
            }
        }
    }

    private func accept(_ question: InitQuestion, _ answers: InitAnswers) async throws -> String {
        let fallback = question.fallback(answers)
        switch await question.read(fallback.isEmpty && question.mayBeNone ? "none" : fallback, answers) {
        case .success(let text): return text
        case .failure(let error):
            throw ConfigurationError(
                description: fallback.isEmpty
                    ? "\(question.flag) is missing." : "\(question.flag): \(error.description)")
        }
    }
}

extension InitQuestion {
    /// The flag that answers the question.
    var flag: String {
        switch name {
        case Topic.front, Topic.methods, Topic.install: "--\(name)"
        case Topic.store, "database": "--database-file"
        case Topic.domains, Topic.googleClientID: "--\(name)"
        case Topic.googleSecret: "--google-secret-file"
        case "smtp.password": "--smtp-password-file"
        default: "--" + (Settings.list.first { $0.about.name == name }?.about.flagName ?? name.replacing(".", with: "-"))
        }
    }
}
