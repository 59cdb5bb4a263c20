// SPDX-License-Identifier: MIT

import Glibc

var uploader = Uploader()
// Not an argument: Swift's own reading of them wants /proc, which a guest has not.
switch getenv("REFUSED_CALL").map({ String(cString: $0) }) {
case "socket": print("socket \(uploader.connect())")
case "fork": print("fork \(uploader.divide())")
case "attack": print("unshare \(uploader.attack())")
case "sort": print("sorted \(uploader.sort([3, 1, 2]).count)")
case "thread":
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { _ in
      var uploader = Uploader()
      print("thread \(uploader.connect())")
      return nil
    }, nil)
  pthread_join(thread, nil)
case "flood":
  while true { _ = uploader.connect() }
default: print("nothing to do")
}
