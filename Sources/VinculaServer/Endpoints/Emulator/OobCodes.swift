import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `GET …/oobCodes`: the mailed codes that work.
    func openActionCodes(_ call: Call) async throws -> Response {
        let codes = try await engine.openActionCodes(in: call.scope).map { code in
            var shown: [String: String] = [
                "requestType": code.purpose.rawValue, "oobCode": code.code, "oobLink": code.link,
            ]
            // The mailbox, as the emulator has it: for a change of the address the account's own.
            shown["email"] = (code.email ?? code.newEmail)?.value
            shown["newEmail"] = code.newEmail?.value
            return shown
        }
        return try Answer.json(["oobCodes": codes])
    }
}
