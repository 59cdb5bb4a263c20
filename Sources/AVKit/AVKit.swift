// SPDX-License-Identifier: MIT

@_exported public import AVFoundation
@_exported public import Foundation
