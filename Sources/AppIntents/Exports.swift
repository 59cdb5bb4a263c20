// SPDX-License-Identifier: MIT

// As on Apple's systems: a file that imports AppIntents sees Foundation through it, and what Linux's
// Foundation lacks.
@_exported public import Foundation
@_exported public import FoundationUserActivity
