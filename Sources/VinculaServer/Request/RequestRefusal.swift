/// A refusal of a request for its form, before its content is considered.
package enum RequestRefusal: Error, Hashable {
    case notFound
    /// - Parameter allowed: The methods that the path has, as `Allow` lists them.
    case methodNotAllowed(String, allowed: String)
    case foreignHost
    case foreignOrigin
    /// A proxy forwarded it to a port that is for programs on this machine.
    case passedOn
    case packedBody
    case bodyTooLarge(Int)
    case bodyTooSlow
    case bodyBroken
    /// The bodies being received use up the memory budget.
    case noRoomForBody
    /// The server is stopping, and the request is incomplete.
    case stopping
    case malformedJSON(String)
    /// The request's head is malformed; the text says how.
    case malformedHead(String)
    /// The head exceeds this limit, in bytes.
    case headTooLarge(Int)
    case headTooSlow
}
