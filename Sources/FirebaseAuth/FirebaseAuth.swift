/// FirebaseAuth by its own name, so that `import FirebaseAuth` stands as it is.
@_exported public import VinculaAuth
