// SPDX-License-Identifier: MIT

import LockhostConformance
import Testing

/// What the catalogue says of itself.
@Suite("The catalogue of promises") struct PromiseCatalogueTests {
  @Test("ids are of one form, each with its group, and none twice")
  func identifiers() {
    let ids = PromiseCatalogue.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for promise in PromiseCatalogue.all {
      let parts = promise.id.split(separator: "-")
      #expect(parts.count == 3 && parts[0] == "LH" && parts[2].count == 3, "\(promise.id)")
      #expect(parts.count == 3 && parts[1] == promise.group.rawValue, "\(promise.id)")
      #expect(Int(parts.last ?? "") != nil, "\(promise.id)")
    }
  }

  @Test("sentences are sentences without a full stop, and say why and what to do")
  func sentences() {
    for promise in PromiseCatalogue.all {
      #expect(promise.sentence.first?.isUppercase == true, "\(promise.id)")
      #expect(promise.sentence.last != ".", "\(promise.id)")
      #expect(promise.why.last == "." && promise.fix.last == ".", "\(promise.id)")
    }
  }

  @Test("every promise has calls, every call accepts something, and its placeholders are known")
  func calls() {
    let known = Set(Canary.allCases.map(\.placeholder) + Placeholder.allCases.map(\.rawValue))
    for promise in PromiseCatalogue.all {
      #expect(!promise.calls.isEmpty, "\(promise.id)")
      for call in promise.calls {
        #expect(!call.accepts.isEmpty || promise.kind == .report, "\(promise.id): \(call.text)")
        for argument in call.arguments where argument.hasPrefix("{") {
          #expect(known.contains(argument), "\(promise.id): \(argument)")
        }
      }
    }
  }
}
