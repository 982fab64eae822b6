public import Foundation

#if os(iOS) || os(tvOS) || os(visionOS)
    public import UIKit

    /// Says where a sign-in page is to be shown.
    @objc(FIRAuthUIDelegate)
    public protocol AuthUIDelegate: NSObjectProtocol {
        /// Shows a view controller of a sign-in.
        ///
        /// - Parameters:
        ///   - viewControllerToPresent: What is to be shown.
        ///   - flag: Whether it moves into view.
        ///   - completion: Called once it is shown.
        @preconcurrency @MainActor
        @objc(presentViewController:animated:completion:)
        func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)?)

        /// Takes away what ``present(_:animated:completion:)`` showed.
        ///
        /// - Parameters:
        ///   - flag: Whether it moves out of view.
        ///   - completion: Called once it is gone.
        @preconcurrency @MainActor
        @objc(dismissViewControllerAnimated:completion:)
        func dismiss(animated flag: Bool, completion: (() -> Void)?)
    }
#else
    /// Stands for UIKit's view controller where there is none, so that a delegate keeps its shape on all platforms.
    ///
    /// Nothing is ever presented there: sign-in happens in the person's own browser.
    public final class AuthViewControllerPlaceholder: NSObject, Sendable {}

    /// Says how a sign-in page is opened.
    ///
    /// Every requirement has a default, so a delegate implements only ``open(_:)``, and only if the system's browser is not wanted.
    public protocol AuthUIDelegate: NSObjectProtocol {
        /// Opens the address of a sign-in page in a browser. By default this is the system's browser; where there is none, or no
        /// display, one line with the address is printed to standard error, for a person to open it. On Linux the browser begins at
        /// an address of this process, which only this user's programs can use.
        ///
        /// The flow does not wait for this method: it may return at once or when the browser is closed. Its task is cancelled when
        /// the flow ends. It is called on no particular thread, unless the delegate says that it is the main actor's.
        ///
        /// - Parameter url: The page. It belongs to this one sign-in: do not log or store it, and do not hand it to another program as an
        ///   argument where other users of the machine can read it.
        func open(_ url: URL) async

        /// Is there for source compatibility with iOS, and is never called here. By default it calls `completion`.
        ///
        /// - Parameters:
        ///   - viewControllerToPresent: What would be shown.
        ///   - flag: Whether it would move into view.
        ///   - completion: Called once it is shown.
        @preconcurrency @MainActor
        func present(_ viewControllerToPresent: AuthViewControllerPlaceholder, animated flag: Bool, completion: (() -> Void)?)

        /// Is there for source compatibility with iOS, and is never called here. By default it calls `completion`.
        ///
        /// - Parameters:
        ///   - flag: Whether it would move out of view.
        ///   - completion: Called once it is gone.
        @preconcurrency @MainActor
        func dismiss(animated flag: Bool, completion: (() -> Void)?)
    }

    extension AuthUIDelegate {
        public func open(_ url: URL) async {
            SystemBrowser().open(url)
        }

        @preconcurrency @MainActor
        public func present(
            _ viewControllerToPresent: AuthViewControllerPlaceholder, animated flag: Bool, completion: (() -> Void)?
        ) {
            completion?()
        }

        @preconcurrency @MainActor
        public func dismiss(animated flag: Bool, completion: (() -> Void)?) {
            completion?()
        }
    }
#endif
