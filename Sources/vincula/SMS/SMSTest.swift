import ArgumentParser
import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// `vincula sms test`
struct SMSTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a test text message immediately and reports the gateway's response.",
        discussion: "The message costs what every message costs. Its code does nothing.")

    @Argument(help: "The recipient's number, as +16505550100.")
    var number: String

    @Option(help: "en, es, it, fr, de or pt.", transform: EmailPreview.language)
    var language = Language.english

    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func run() async throws {
        let configuration = try await data.configuration(server.values)
        guard let texts = configuration.texts else {
            throw ConfigurationError(description: "No SMS gateway is set. Set sms.gateway, sms.token and sms.from.")
        }
        guard let to = try? PhoneNumber(typed: number) else {
            throw ValidationError("\(number) is not a phone number; write it as +16505550100.")
        }
        let settings = try await EmailPreview.settings(configuration)
        let message = TextMessage(
            settings.phone.template(language), code: "000000", appName: settings.pageName(of: configuration.project))
        let outcome = await TextGateway.send(
            RenderedText(to: to, text: message.text), id: UUID().uuidString.lowercased(), through: texts.options)
        switch outcome {
        case .sent: print("\(texts.host) accepted the message. Check the phone.")
        case .failed(let reason), .refused(let reason): throw ConfigurationError(description: reason)
        }
    }
}
