// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import Synchronization

extension AVCaptureSession {
  // MARK: Inputs

  /// Whether an input can be added: it is in no session, and this one has no camera yet.
  public func canAddInput(_ input: AVCaptureInput) -> Bool { objection(to: input) == nil }

  /// Adds an input and connects it with the outputs and previews.
  ///
  /// Ends the process when the input cannot be added, as on iOS; ask `canAddInput(_:)` first.
  public func addInput(_ input: AVCaptureInput) {
    if let objection = objection(to: input) {
      UncaughtException.invalidArgument.raise("*** -[\(Self.self) addInput:] \(objection)")
    }
    input.session = self
    configure { state in
      state.inputs.append(input)
      guard let port = input.ports.first else { return }
      state.connections += state.outputs.filter { output in
        !state.connections.contains { $0.output === output }
      }.map { AVCaptureConnection(inputPorts: [port], output: $0) }
      state.connections += state.previews.compactMap(\.layer).map {
        AVCaptureConnection(inputPort: port, videoPreviewLayer: $0)
      }
    }
  }

  /// Adds an input without connecting it.
  public func addInputWithNoConnections(_ input: AVCaptureInput) {
    if let objection = objection(to: input) {
      UncaughtException.invalidArgument.raise(
        "*** -[\(Self.self) addInputWithNoConnections:] \(objection)")
    }
    input.session = self
    configure { $0.inputs.append(input) }
  }

  /// Removes an input and its connections; does nothing when it is not here.
  public func removeInput(_ input: AVCaptureInput) {
    guard input.session === self else { return }
    input.session = nil
    configure { state in
      state.inputs.removeAll { $0 === input }
      state.connections.removeAll { $0.inputPorts.contains { $0.input === input } }
    }
  }

  private func objection(to input: AVCaptureInput) -> String? {
    if let refusal { return refusal }
    if input.session === self {
      return "An AVCaptureInput instance may not be added more than once to a session"
    }
    if input.session != nil {
      return "An AVCaptureInput instance may not be added to more than one session"
    }
    if !inputs.isEmpty {
      return "Multiple audio/video AVCaptureInputs are not currently supported"
    }
    let preset = state.withLock { $0.preset }
    if let camera = (input as? AVCaptureDeviceInput)?.device, !camera.supportsSessionPreset(preset)
    {
      return "Can't add \(input) because the device does not support \(preset.rawValue) - Use "
        + "-[AVCaptureDevice supportsAVCaptureSessionPreset:]"
    }
    return nil
  }

  // MARK: Outputs

  /// Whether an output can be added: it is in no session, and this one has none of its kind if only
  /// one is allowed.
  public func canAddOutput(_ output: AVCaptureOutput) -> Bool { objection(to: output) == nil }

  /// Adds an output and connects it with the input.
  ///
  /// Ends the process when the output cannot be added, as on iOS; ask `canAddOutput(_:)` first.
  public func addOutput(_ output: AVCaptureOutput) {
    if let objection = objection(to: output) {
      UncaughtException.invalidArgument.raise("*** -[AVCaptureSession addOutput:] \(objection)")
    }
    output.session = self
    configure { state in
      state.outputs.append(output)
      guard let port = state.inputs.first?.ports.first else { return }
      state.connections.append(AVCaptureConnection(inputPorts: [port], output: output))
    }
  }

  /// Adds an output without connecting it.
  public func addOutputWithNoConnections(_ output: AVCaptureOutput) {
    if let objection = objection(to: output) {
      UncaughtException.invalidArgument.raise("*** -[AVCaptureSession addOutput:] \(objection)")
    }
    output.session = self
    configure { $0.outputs.append(output) }
  }

  /// Removes an output and its connections; does nothing when it is not here.
  public func removeOutput(_ output: AVCaptureOutput) {
    guard output.session === self else { return }
    output.session = nil
    configure { state in
      state.outputs.removeAll { $0 === output }
      state.connections.removeAll { $0.output === output }
    }
  }

  private func objection(to output: AVCaptureOutput) -> String? {
    if output.session === self {
      return "An AVCaptureOutput instance may not be added more than once to a session"
    }
    if output.session != nil {
      return "An AVCaptureOutput instance may not be added to more than one session"
    }
    if !output.allowsSiblings, outputs.contains(where: { type(of: $0) == type(of: output) }) {
      return "Cannot add output \(output) to capture session \(self) because more than one output "
        + "of the same type is unsupported"
    }
    return nil
  }

  // MARK: Connections

  /// Whether a connection can be added: both its ends are here and not connected yet.
  public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
    guard connection.inputPorts.allSatisfy({ $0.input.session === self }) else { return false }
    let isHere =
      connection.output.map { $0.session === self }
      ?? (connection.videoPreviewLayer?.session === self)
    return isHere
      && !connections.contains { other in
        other === connection
          || (other.output != nil && other.output === connection.output)
          || (other.videoPreviewLayer != nil
            && other.videoPreviewLayer === connection.videoPreviewLayer)
      }
  }

  /// Adds a connection between ends that were added without connections.
  public func addConnection(_ connection: AVCaptureConnection) {
    guard canAddConnection(connection) else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureSession addConnection:] Connection cannot be added - use "
          + "-canAddConnection:")
    }
    configure { $0.connections.append(connection) }
  }

  /// Removes a connection.
  public func removeConnection(_ connection: AVCaptureConnection) {
    configure { state in state.connections.removeAll { $0 === connection } }
  }

  // MARK: Previews

  func attach(_ preview: AVCaptureVideoPreviewLayer) {
    configure { state in
      state.previews.append(WeakPreview(layer: preview))
      guard let port = state.inputs.first?.ports.first else { return }
      state.connections.append(
        AVCaptureConnection(inputPort: port, videoPreviewLayer: preview))
    }
  }

  func detach(_ preview: AVCaptureVideoPreviewLayer) {
    configure { state in
      state.previews.removeAll { $0.layer == nil || $0.layer === preview }
      state.connections.removeAll { $0.videoPreviewLayer === preview }
    }
  }
}
