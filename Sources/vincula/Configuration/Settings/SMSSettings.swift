/// The settings of the gateway for text messages.
struct SMSSettings: Sendable {
    /// The forms of gateways.
    enum Gateway: String, Sendable, CaseIterable {
        case none
        case json
        case twilio
    }

    let gateway = Setting(
        "sms.gateway", "The gateway for text messages: json, twilio or none. --dev keeps messages on this machine.",
        default: Gateway.none, mustBe: "json, twilio or none"
    ).details("See [Text messages](#text-messages).")
    let url = Setting(
        url: "sms.url", "The address that the gateway takes messages at.", defaultWords: "with twilio, Twilio's")
    let from = Setting("sms.from", "The sender: a number, a name, or the id of a Twilio messaging service.")
    let account = Setting("sms.account", "The Twilio account (AC…).")
    let token = Setting(secret: "sms.token", "The gateway's bearer token, or Twilio's auth token.")
    let timeoutSeconds = Setting(
        "sms.timeoutSeconds", "The timeout for sending one text message, in seconds.", in: 1...60, default: 20)
}
