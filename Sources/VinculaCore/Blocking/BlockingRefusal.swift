package import Foundation

/// The text that a client gets if a function refuses, or gives no usable answer.
package enum BlockingRefusal {
    /// The longest words of a function that are passed on, in bytes.
    package static let longestMessage = 2000

    /// The text for a function's own error, as Google's has it: clients look for the JSON object in it.
    ///
    /// A function that throws an `HttpsError` answers `{"error":{"status":…,"message":…,"details":…}}`. Only the status and the
    /// message are passed on: whatever else is in the answer may not be meant for the person.
    ///
    /// - Parameters:
    ///   - body: As received.
    ///   - status: The HTTP status.
    package static func text(ofError body: Data, status: Int) -> String {
        var error: [String: JSONValue] = ["code": .integer(Int64(status))]
        if let own = ownError(in: body) {
            if let message = own["message"]?.string { error["message"] = .string(bounded(message, longestMessage)) }
            if let status = own["status"]?.string { error["status"] = .string(bounded(status, 60)) }
        }
        return "HTTP Cloud Function returned an error: " + JSONValue.object(["error": .object(error)]).text
    }

    /// Indicates whether an answer that is no success is a function's word about the request.
    ///
    /// A page that says "not found" or "too many requests" is that of something before the function, and an error of 500 or more
    /// is the function's own failure.
    ///
    /// - Parameters:
    ///   - body: As received.
    ///   - status: The HTTP status.
    package static func isRefusal(_ body: Data, status: Int) -> Bool {
        status < 500 && ownError(in: body)?["status"]?.string != nil
    }

    /// What an `HttpsError` says.
    private static func ownError(in body: Data) -> JSONValue? {
        body.count <= BlockingAnswer.longest ? JSONValue.parse(body)?["error"] : nil
    }

    /// The text for a function that cannot be asked, or whose answer cannot be used. The reason is for the project's developers.
    package static func text(_ trigger: BlockingTrigger, unusable reason: String) -> String {
        "The project's \(trigger.rawValue) function gave no usable answer: \(reason)"
    }

    /// The text for a request that a function blocks (`recaptchaActionOverride`).
    package static func text(blockedBy trigger: BlockingTrigger) -> String {
        "The project's \(trigger.rawValue) function blocked the request."
    }

    /// The text if what a function was asked about kept changing while it answered.
    package static let changing = "The account changed while the project's function was asked. Try again."

    private static func bounded(_ text: String, _ longest: Int) -> String {
        guard text.utf8.count > longest else { return text }
        var bounded = ""
        for scalar in text.unicodeScalars {
            guard bounded.utf8.count + 4 <= longest else { break }
            bounded.unicodeScalars.append(scalar)
        }
        return bounded
    }
}
