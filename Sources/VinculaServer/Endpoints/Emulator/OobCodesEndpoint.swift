import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `GET …/oobCodes`: lists the mailed codes that are valid.
    func openActionCodes(_ call: Call) async throws -> Response {
        // The emulator has no codes that take back a new way in, a removed one or a new password, and test suites count the
        // entries.
        let open = try await engine.actionCodes.openActionCodes(in: call.scope).filter {
            $0.purpose.requestType == $0.purpose.rawValue
        }
        let codes = open.map { code in
            // As in the emulator, this is the current address if the code changes the address.
            ShownOobCode(
                email: (code.email ?? code.newEmail)?.value, newEmail: code.newEmail?.value,
                requestType: code.purpose.requestType, oobCode: code.code, oobLink: code.link)
        }
        return try Answer.json(["oobCodes": codes])
    }
}

/// A mailed code as the emulator shows it.
private struct ShownOobCode: Encodable {
    let email: String?
    let newEmail: String?
    let requestType: String
    let oobCode: String
    let oobLink: String
}
