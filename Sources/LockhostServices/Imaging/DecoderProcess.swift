// SPDX-License-Identifier: MIT

package import LockhostSystem

/// The process that decodes pictures: all that runs beside libjpeg-turbo and libpng.
///
/// It opens nothing, makes no thread and keeps no secret; it has the files that it is given and memory
/// for pixels, which is why it can live under the policy `compute`.
package enum DecoderProcess {
  /// Answers questions on a socket until its other end is closed.
  ///
  /// - Throws: `SystemError` for `recvmsg(2)` or `sendmsg(2)`.
  package static func serve(_ socket: PacketSocket) throws(SystemError) {
    var target: MappedMemory?
    while case .packet(let packet) = try socket.receive(maximumBytes: 16) {
      guard packet.bytes == [DecoderMessage.question], let file = packet.descriptors.first,
        !packet.isTruncated
      else { return }
      if packet.descriptors.count > 1 {
        target = try MemoryFile(adopting: packet.descriptors[1]).map(writable: true)
      }
      guard let target else { return }
      let bytes = try MemoryFile(adopting: file).read(
        maximumBytes: ImageLimits.standard.maximumFileBytes)
      try socket.send(answer(bytes, target).bytes)
    }
  }

  private static func answer(_ bytes: [UInt8], _ target: MappedMemory) -> DecoderMessage {
    do throws(ServiceError) {
      let header = try ImageHeader(bytes: bytes, name: "")
      guard target.count == header.width * header.height * 4 else {
        throw ServiceError(.corruptImage, "", "its size is not the one that was asked for")
      }
      unsafe try header.decode(
        bytes, into: target.mutableBytes.bindMemory(to: UInt32.self), name: "")
      return .decoded
    } catch {
      return DecoderMessage(error)
    }
  }
}
