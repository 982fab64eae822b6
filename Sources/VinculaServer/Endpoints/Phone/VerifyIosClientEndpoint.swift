import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaCrypto

extension Endpoints {
    /// `accounts:verifyIosClient`, v3 `verifyClient`: a receipt that no push notification follows.
    ///
    /// Firebase's iOS SDK takes an error here for the end, but after the stated time without a notification it opens the page
    /// that verifies apps (`authType=verifyApp`).
    func verifyIosClient(_ call: Call) async throws -> Response {
        let request = try call.decode(VerifyIosClientRequest.self)
        guard (request.appToken?.utf8.count ?? 0) <= 4096 else {
            throw AuthError.invalidArgument("appToken has more than 4096 bytes")
        }
        var response = VerifyIosClientResponse()
        response.receipt = SecureRandom.bytes(32).base64URL
        response.suggestedTimeout = Int64Text(1)
        return try Answer.json(response)
    }
}
