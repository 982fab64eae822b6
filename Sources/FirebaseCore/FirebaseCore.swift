/// FirebaseCore by its own name, so that `import FirebaseCore` stands as it is.
@_exported public import VinculaAuth
