// Firebase's modules re-export Foundation, and apps rely on it.
@_exported public import Foundation
/// Re-exports the SDK as FirebaseAuth, so that `import FirebaseAuth` works unchanged.
@_exported public import VinculaAuth
