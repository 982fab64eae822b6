import Foundation
import Testing

@testable import VinculaAuth

#if os(Linux) || os(macOS)
    /// The shapes of delegates that apps have; that they compile is most of the test.
    @Suite struct WebFlowDelegateTests {
        private final class Plain: NSObject, AuthUIDelegate {}

        @MainActor private final class OnMainActor: NSObject, AuthUIDelegate {
            var opened: [URL] = []

            func open(_ url: URL) { opened.append(url) }
        }

        @Test @MainActor func everyRequirementHasADefault() {
            let delegate: any AuthUIDelegate = Plain()
            var completed = 0
            delegate.present(AuthViewControllerPlaceholder(), animated: true) { completed += 1 }
            delegate.dismiss(animated: true) { completed += 1 }
            delegate.dismiss(animated: true, completion: nil)
            #expect(completed == 2)
        }

        @Test @MainActor func delegateMayLiveOnTheMainActor() async {
            let delegate = OnMainActor()
            let page = URL(filePath: "/")
            await (delegate as any AuthUIDelegate).open(page)
            #expect(delegate.opened == [page])
        }
    }
#endif
