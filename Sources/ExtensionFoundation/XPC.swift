// SPDX-License-Identifier: MIT

/// Takes sessions of other processes, which Linux does not have.
///
/// It stands here for the signatures that name it; there are no values of it.
public final class XPCListener {
  /// Another process that wants to talk.
  public final class IncomingSessionRequest {
    /// What became of a request.
    public struct Decision: Sendable {
      private init() {}
    }

    private init() {}
  }

  private init() {}
}

/// A conversation with another process, which Linux does not have.
///
/// It stands here for the signatures that name it; there are no values of it.
public final class XPCSession {
  private init() {}
}
