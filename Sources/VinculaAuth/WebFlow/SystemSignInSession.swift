#if canImport(AuthenticationServices) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
    import AuthenticationServices
    import UIKit

    /// Apple's browser sheet for sign-in. It receives the app's scheme without an entry in Info.plist.
    @MainActor
    final class SystemSignInSession: NSObject, ASWebAuthenticationPresentationContextProviding {
        private let anchor: ASPresentationAnchor
        private var session: ASWebAuthenticationSession?

        /// Presents the page.
        ///
        /// - Parameters:
        ///   - scheme: The app's scheme, which is neither http nor https.
        ///   - delegate: If it is a view controller, the sheet is presented over its window.
        /// - Throws: `webInternalError` if there is no window to present it over.
        init(page: URL, scheme: String, flow: PendingFlow, delegate: Unchecked<(any AuthUIDelegate)?>) throws {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            let window =
                (delegate.value as? UIViewController)?.viewIfLoaded?.window
                ?? scenes.first { $0.activationState == .foregroundActive }?.keyWindow ?? scenes.first?.keyWindow
            guard let window else {
                throw AuthFailure.make(.webInternalError, message: "There is no window to present the sign-in page over.")
            }
            anchor = window
            super.init()

            // @Sendable: the calling thread is undocumented, so the closure must not be isolated to the main actor.
            let session = ASWebAuthenticationSession(url: page, callbackURLScheme: scheme) { @Sendable url, error in
                let isCancelled = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
                flow.sheetClosed(url, error: error, isCancelled: isCancelled)
            }
            session.presentationContextProvider = self
            self.session = session
            guard session.start() else {
                throw AuthFailure.make(.webInternalError, message: "The sign-in page could not be shown.")
            }
        }

        func close() {
            session?.cancel()
            session = nil
        }

        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            anchor
        }
    }
#endif
