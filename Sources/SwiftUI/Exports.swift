// SPDX-License-Identifier: MIT

// As on Apple's systems: a file that imports SwiftUI sees Foundation and Observation through it.
@_exported public import Foundation
@_exported public import FoundationUserActivity
@_exported public import Observation
