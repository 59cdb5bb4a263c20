// SPDX-License-Identifier: MIT

import LockhostSandbox
import Testing

@testable import LockhostConformance

/// What a call says of its promise, from what was seen.
@Suite("The judgement of a call") struct CallJudgeTests {
  private static let refused = Answer.refused(error: "EPERM", evidence: "socket")
  private static let done = Answer.done(evidence: "socket = 3")

  private func run(
    _ answer: Answer, touched: [Canary: String] = [:], missing: [Canary: String] = [:],
    refusals: [String] = []
  ) -> ProbeRunner.Run {
    ProbeRunner.Run(
      answer: answer, touched: touched, missing: missing, refusals: refusals, duration: .zero)
  }

  private func judge(
    _ inside: ProbeRunner.Run, control: Control = .succeeds, outside: Answer? = done,
    outsideTouched: [Canary: String] = [:], ablated: Answer? = nil,
    accepts: [Acceptance] = Acceptance.byFilter, witnesses: Set<Canary> = [],
    kind: Promise.Kind = .refusal
  ) -> CallResult {
    let call = ProbeCall("socket-inet", witnesses: witnesses, accepts: accepts, control: control)
    return CallJudge(
      promise: Suites.promise(call, kind: kind), call: call, control: control, inside: inside,
      outside: outside.map { run($0, touched: outsideTouched) }, ablated: ablated.map { run($0) }
    ).result
  }

  @Test("a refusal that works outside is satisfied, and by whom")
  func satisfied() {
    let result = judge(run(Self.refused))
    #expect(result.judgement == .satisfied)
    #expect(result.layers == [.filter])
  }

  @Test("a success inside breaks it")
  func broken() {
    #expect(judge(run(Self.done)).judgement == .broken)
  }

  @Test("a refusal that is refused outside as well shows nothing")
  func refusedAnyway() {
    #expect(judge(run(Self.refused), outside: Self.refused).judgement == .inconclusive)
  }

  @Test("a control that did not run shows nothing")
  func noControl() {
    #expect(judge(run(Self.refused), outside: nil).judgement == .inconclusive)
    #expect(judge(run(Self.refused), outside: .late).judgement == .inconclusive)
    #expect(judge(run(Self.refused), outside: .notStarted("")).judgement == .inconclusive)
  }

  @Test("without a control there is none to fail, where the call says so")
  func noneNeeded() {
    let result = judge(run(Self.refused), control: .none(because: "test"), outside: nil)
    #expect(result.judgement == .satisfied)
  }

  @Test("a touched canary breaks it whatever was answered")
  func touched() {
    let result = judge(run(Self.refused, touched: [.tcpListener: "somebody arrived"]))
    #expect(result.judgement == .broken)
    #expect(result.reason.contains("tcp-listener"))
  }

  @Test("a canary that this machine cannot have makes it inconclusive")
  func missing() {
    let result = judge(run(Self.refused, missing: [.vsockListener: "EAFNOSUPPORT"]))
    #expect(result.judgement == .inconclusive)
  }

  @Test("a witness that the control does not touch is blind")
  func blindWitness() {
    #expect(judge(run(Self.refused), witnesses: [.tcpListener]).judgement == .inconclusive)
    let seen = judge(
      run(Self.refused), outsideTouched: [.tcpListener: "seen"], witnesses: [.tcpListener])
    #expect(seen.judgement == .satisfied)
  }

  @Test("another error than expected holds, and nobody is named, if the control did it")
  func otherError() {
    let other = run(.refused(error: "EAFNOSUPPORT", evidence: ""))
    let result = judge(other)
    #expect(result.judgement == .satisfied)
    #expect(result.layers.isEmpty)
    // The kernel's own answer to arguments that the filter should not have let through.
    let kernels = Answer.refused(error: "EFAULT", evidence: "")
    let seen = judge(
      run(kernels), control: .answers(.errors("EFAULT")), outside: kernels)
    #expect(seen.judgement == .broken)
  }

  @Test("what did not begin, hung, or cannot be believed says nothing")
  func nothingSaid() {
    for answer in [
      Answer.late, .notStarted("x"), .unbelievable("x"), .untried(error: "EINVAL", evidence: ""),
    ] {
      #expect(judge(run(answer)).judgement == .inconclusive)
    }
  }

  @Test("a listener that told of the refusal names the filter alone")
  func attributedByListener() {
    let accepts = [Acceptance(.errors("EPERM"), by: .filter, .capability)]
    #expect(judge(run(Self.refused), accepts: accepts).layers == [.filter, .capability])
    let told = judge(run(Self.refused, refusals: ["socket(AF_INET)"]), accepts: accepts)
    #expect(told.layers == [.filter])
  }

  @Test("an answer that stays when its layer is taken away is another's")
  func ablated() {
    #expect(judge(run(Self.refused), ablated: Self.refused).judgement == .inconclusive)
    #expect(judge(run(Self.refused), ablated: Self.done).judgement == .satisfied)
  }

  @Test("what must work needs no control, and nothing but success")
  func work() {
    let accepts = Acceptance.done
    let works = judge(run(Self.done), outside: nil, accepts: accepts, kind: .work)
    #expect(works.judgement == .satisfied)
    let fails = judge(run(Self.refused), outside: nil, accepts: accepts, kind: .work)
    #expect(fails.judgement == .broken)
  }

  @Test("a tier that is documented not to keep a promise fails it as documented")
  func documented() {
    var promise = Suites.promise(ProbeCall("socket-inet", accepts: Acceptance.byFilter))
    promise.exceptions = [.floor: .init("there is no namespace", probes: "socket-inet")]
    let broken = judge(run(Self.done))
    #expect(Verdict(promise, [broken], tier: .floor).outcome == .documented)
    #expect(Verdict(promise, [broken], tier: .full).outcome == .failed)
    #expect(Verdict(promise, [broken], tier: nil).outcome == .failed)
    #expect(Verdict(promise, [judge(run(Self.refused))], tier: .floor).outcome == .passed)
  }

  @Test("only what is documented is excused, and only for whom")
  func undocumented() {
    var promise = Suites.promise(ProbeCall("socket-inet", accepts: Acceptance.byFilter))
    let broken = judge(run(Self.done))
    promise.exceptions = [.floor: .init("another thing", probes: "socket-unix")]
    #expect(Verdict(promise, [broken], tier: .floor).outcome == .failed)
    promise.exceptions = [
      .floor: .init("not for users", probes: "socket-inet", for: .ordinaryUsers)
    ]
    #expect(Verdict(promise, [broken], tier: .floor, isRoot: true).outcome == .failed)
    #expect(Verdict(promise, [broken], tier: .floor, isRoot: false).outcome == .documented)
    let open = judge(run(.untried(error: "-", evidence: "")))
    #expect(
      Verdict(promise, [broken, open], tier: .floor, isRoot: false).outcome == .inconclusive)
  }

  @Test("siblings that disagree are counted")
  func siblings() {
    let promise = Suites.promise(ProbeCall("socket-inet", accepts: Acceptance.byFilter))
    let verdict = Verdict(
      promise, [judge(run(Self.refused)), judge(run(Self.done))], tier: .full)
    #expect(verdict.outcome == .failed)
    #expect(verdict.reason.contains("1 of 2 siblings"))
  }
}
