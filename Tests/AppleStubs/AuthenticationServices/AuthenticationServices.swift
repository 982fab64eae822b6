@_exported public import Foundation

#if canImport(UIKit)
    public import UIKit

    public typealias ASPresentationAnchor = UIWindow
#else
    public import AppKit

    public typealias ASPresentationAnchor = NSWindow
#endif

open class ASWebAuthenticationSession: NSObject {
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    // Deprecated in favour of `init(url:callback:completionHandler:)`, which iOS has since 17.4.
    public init(
        url URL: URL, callbackURLScheme: String?, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
    ) { trap() }

    @available(*, unavailable)
    public override init() { trap() }

    weak open var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    open var prefersEphemeralWebBrowserSession: Bool = false
    open var canStart: Bool { trap() }

    @discardableResult
    open func start() -> Bool { trap() }

    open func cancel() { trap() }
}

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

public struct ASWebAuthenticationSessionError: CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }

    public let code: Code

    public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }

    public static var errorDomain: String { "com.apple.AuthenticationServices.WebAuthenticationSession" }
    public var errorCode: Int { code.rawValue }
}

private func trap() -> Never { preconditionFailure("A stub is not run.") }
