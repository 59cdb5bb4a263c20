// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostWire

extension ServiceRequest {
  /// Reads the body as what its route's table says.
  ///
  /// - Throws: A `WireFailure` to answer with: `badMessage`, and where it went wrong.
  func decoded<Body: WireBody>(as type: Body.Type = Body.self) throws(WireFailure) -> Body {
    do throws(WireError) {
      return try Body(body: body)
    } catch {
      throw WireFailure(.badMessage, "\(route.name): \(error)")
    }
  }
}

extension ServiceAnswer {
  /// Makes a reply out of a body.
  ///
  /// A body that breaks the protocol's own limits is lockhost's fault, and is answered as such.
  static func reply(_ body: some WireBody, descriptors: [SharedDescriptor] = []) -> ServiceAnswer {
    do throws(WireError) {
      return .reply(body: try body.encodedBody(), descriptors: descriptors)
    } catch {
      return .failure(WireFailure(.internalError, "the answer does not fit: \(error)"))
    }
  }

  /// A reply that says nothing but that it is done.
  static var done: ServiceAnswer { reply(EmptyBody()) }

  /// Makes a failure.
  static func failure(_ code: WireFailure.Code, _ message: String) -> ServiceAnswer {
    .failure(WireFailure(code, message))
  }
}
