public import ServiceLifecycle
public import VinculaVerifier

/// A feed runs beside the server: `app.addServices(feed)`.
extension RevocationFeed: Service {}
