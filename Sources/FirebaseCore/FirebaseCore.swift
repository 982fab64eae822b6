// Firebase's modules re-export Foundation, and apps rely on it.
@_exported public import Foundation
/// Re-exports the SDK as FirebaseCore, so that `import FirebaseCore` works unchanged.
@_exported public import VinculaAuth
