// Firebase's modules bring Foundation with them, and apps' files rely on it.
@_exported public import Foundation
/// FirebaseAuth by its own name, so that `import FirebaseAuth` stands as it is.
@_exported public import VinculaAuth
