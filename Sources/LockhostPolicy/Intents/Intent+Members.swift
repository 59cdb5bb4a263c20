// SPDX-License-Identifier: MIT

extension Intent {
  static let all: [Intent] = []
}
