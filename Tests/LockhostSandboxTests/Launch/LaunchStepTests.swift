// SPDX-License-Identifier: MIT

import CLinux
import Testing

@testable import LockhostSandbox

@Suite("The steps of a launch")
struct LaunchStepTests {
  @Test("every step has the number that the spawner reports")
  func numbers() {
    let header: [(LaunchStep, lh_step)] = [
      (.announced, LH_STEP_ANNOUNCED), (.receive, LH_STEP_RECEIVE), (.plan, LH_STEP_PLAN),
      (.trees, LH_STEP_TREES),
      (.clone, LH_STEP_CLONE), (.identityMap, LH_STEP_IDENTITY_MAP),
      (.lifelines, LH_STEP_LIFELINES), (.identity, LH_STEP_IDENTITY),
      (.propagation, LH_STEP_PROPAGATION), (.sources, LH_STEP_SOURCES), (.root, LH_STEP_ROOT),
      (.mounts, LH_STEP_MOUNTS), (.container, LH_STEP_CONTAINER), (.proc, LH_STEP_PROC),
      (.pivot, LH_STEP_PIVOT), (.sealRoot, LH_STEP_SEAL_ROOT), (.hostname, LH_STEP_HOSTNAME),
      (.realIdentity, LH_STEP_REAL_IDENTITY), (.directories, LH_STEP_DIRECTORIES),
      (.workingDirectory, LH_STEP_WORKING_DIRECTORY), (.executable, LH_STEP_EXECUTABLE),
      (.capabilities, LH_STEP_CAPABILITIES),
      (.noNewPrivileges, LH_STEP_NO_NEW_PRIVILEGES), (.paths, LH_STEP_PATHS),
      (.guest, LH_STEP_GUEST),
      (.session, LH_STEP_SESSION),
      (.standardDescriptors, LH_STEP_STANDARD), (.landlock, LH_STEP_LANDLOCK),
      (.highDescriptors, LH_STEP_HIGH), (.limits, LH_STEP_LIMITS), (.signals, LH_STEP_SIGNALS),
      (.filter, LH_STEP_FILTER), (.handover, LH_STEP_HANDOVER), (.execute, LH_STEP_EXECUTE),
    ]
    for (step, number) in header { #expect(step.rawValue == number.rawValue) }
    #expect(header.map(\.0) == LaunchStep.allCases)
    #expect(LaunchStep.allCases.count + 1 == Int(LH_STEP_COUNT.rawValue))
  }
}
