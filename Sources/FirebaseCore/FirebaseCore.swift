// Firebase's modules bring Foundation with them, and apps' files rely on it.
@_exported public import Foundation
/// FirebaseCore by its own name, so that `import FirebaseCore` stands as it is.
@_exported public import VinculaAuth
