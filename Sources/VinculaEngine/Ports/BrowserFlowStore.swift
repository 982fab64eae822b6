package import Foundation
package import VinculaCore

/// Read access to sign-ins at providers' pages; the caller must check their stage and expiry.
package protocol BrowserFlowReads {
    /// - Parameter id: SHA-256 of the state, in base64url.
    func browserFlow(_ id: String) throws -> BrowserFlow?
    /// The flow whose result a one-time code redeems.
    func browserFlow(codeHash: Data) throws -> BrowserFlow?
}

/// Write access to them. Each step is one conditional write, so that of several callers one takes it.
package protocol BrowserFlowWrites: BrowserFlowReads {
    func insert(_ flow: BrowserFlow) throws
    /// Uses up a flow's state, and deletes what was kept for the provider's answer.
    ///
    /// - Returns: `true` if this call was the one that used it up.
    func answerBrowserFlow(_ id: String) throws -> Bool
    /// Stores the result of a flow that was answered.
    ///
    /// - Returns: `true` if this call was the one that did.
    func finishBrowserFlow(_ id: String, codeHash: Data, sealedResult: Data, expiresAt: Timestamp) throws -> Bool
    /// Deletes a flow with its result.
    ///
    /// - Returns: `true` if this call was the one that deleted it.
    func consumeBrowserFlow(codeHash: Data) throws -> Bool
    /// Notes that somebody presented a flow's state or code without the secret that belongs to it.
    ///
    /// - Returns: `true` if it is the first time.
    func noteMismatch(ofBrowserFlow id: String) throws -> Bool
}
