// SPDX-License-Identifier: MIT

import Glibc

/// What is written into a photo beside its pixels; all of it true of the simulated camera.
package struct PhotoMetadata: Hashable, Sendable {
  /// Whether the flash fired, and who decided.
  package enum Flash: UInt16, Hashable, Sendable {
    case offByChoice = 0x10
    case firedByChoice = 0x09
    case offByItself = 0x18
    case firedByItself = 0x19
    case absent = 0x20

    /// Whether the picture is lit by it.
    package var hasFired: Bool { self == .firedByChoice || self == .firedByItself }
  }

  /// Pixels across, as stored.
  package let width: Int
  /// Pixels down, as stored.
  package let height: Int
  /// How they must be turned.
  package let orientation: ImageOrientation
  /// When the picture was taken.
  package let time: PhotoTime
  /// What it was taken with.
  package let device: CameraDevice
  /// Whether the flash fired.
  package let flash: Flash
  /// 32 hexadecimal digits that no other photo has.
  package let uniqueID: String
  /// How far the picture was enlarged.
  package let zoom: Double
  /// How much brighter than metered it was taken, in stops.
  package let exposureBias: Double

  /// Makes the description of a photo.
  package init(
    width: Int, height: Int, orientation: ImageOrientation, time: PhotoTime, device: CameraDevice,
    flash: Flash, uniqueID: String, zoom: Double = 1, exposureBias: Double = 0
  ) {
    self.width = width
    self.height = height
    self.orientation = orientation
    self.time = time
    self.device = device
    self.flash = flash
    self.uniqueID = uniqueID
    self.zoom = zoom
    self.exposureBias = exposureBias
  }

  /// The TIFF block of an Exif segment, as Exif 2.32 (CIPA DC-008-2019) has it.
  package func exif() -> [UInt8] {
    var photo = TIFFDirectory()
    let exposure = device.exposure
    photo[0x829A] = exposureTime
    photo[0x829D] = .rational(exposure.apertureTenths, 10)
    photo[0x8822] = .short(2)  // program: normal
    photo[0x8827] = .short(exposure.sensitivity)
    photo[0x8830] = .short(2)  // the number before is the recommended exposure index
    photo[0x8832] = .long(UInt32(exposure.sensitivity))
    photo[0x9000] = .undefined(Array("0232".utf8))
    photo[0x9003] = .text(time.text)
    photo[0x9004] = .text(time.text)
    photo[0x9010] = .text(time.offset)
    photo[0x9011] = .text(time.offset)
    photo[0x9012] = .text(time.offset)
    photo[0x9101] = .undefined([1, 2, 3, 0])  // Y, Cb, Cr
    photo[0x9204] = .signedRational(
      numerator: Int32((exposureBias * 100).rounded()), denominator: exposureBias == 0 ? 1 : 100)
    photo[0x9207] = .short(5)  // metering: pattern
    photo[0x9209] = .short(flash.rawValue)
    photo[0x920A] = .rational(exposure.focalLengthTenths, 10)
    photo[0x9290] = .text(time.milliseconds)
    photo[0x9291] = .text(time.milliseconds)
    photo[0x9292] = .text(time.milliseconds)
    photo[0xA000] = .undefined(Array("0100".utf8))
    photo[0xA001] = .short(1)  // sRGB
    photo[0xA002] = .long(UInt32(clamping: width))
    photo[0xA003] = .long(UInt32(clamping: height))
    photo[0xA301] = .undefined([1])  // directly photographed
    photo[0xA402] = .short(0)  // exposure: automatic
    photo[0xA403] = .short(0)  // white balance: automatic
    photo[0xA404] = .rational(UInt32((zoom * 100).rounded()), 100)
    // As phones write it: the focal length that would have shown this part of the scene.
    photo[0xA405] = .short(
      UInt16(clamping: Int((Double(exposure.equivalentFocalLength) * zoom).rounded())))
    photo[0xA406] = .short(0)  // scene: standard
    photo[0xA420] = .text(uniqueID)
    let lens =
      [exposure.focalLengthTenths, exposure.focalLengthTenths] + [
        exposure.apertureTenths, exposure.apertureTenths,
      ]
    photo[0xA432] = .rationals(lens.map { (numerator: $0, denominator: 10) })
    photo[0xA433] = .text(CameraDevice.make)
    photo[0xA434] = .text(device.lensModel)

    var main = TIFFDirectory()
    main[0x010F] = .text(CameraDevice.make)
    main[0x0110] = .text(CameraDevice.model)
    main[0x0112] = .short(orientation.rawValue)
    main[0x011A] = .rational(72, 1)
    main[0x011B] = .rational(72, 1)
    main[0x0128] = .short(2)  // inches
    main[0x0131] = .text("lockhost")
    main[0x0132] = .text(time.text)
    main[0x0213] = .short(1)  // chroma centred
    main[0x8769] = .directory(photo)
    return main.block()
  }

  /// The bias lengthens or shortens the exposure; aperture and sensitivity stay.
  private var exposureTime: TIFFDirectory.Value {
    let denominator = device.exposure.shutterDenominator
    guard exposureBias != 0 else { return .rational(1, denominator) }
    let seconds = exp2(exposureBias) / Double(denominator)
    return .rational(UInt32((seconds * 1_000_000).rounded()), 1_000_000)
  }
}
