// SPDX-License-Identifier: MIT
//
// A plug-in that does what it is asked: the word that comes on descriptor 3, in capitals.

#include <ctype.h>
#include <sys/socket.h>

int main(void) {
  char word[256];
  ssize_t length = recv(3, word, sizeof word, 0);
  if (length <= 0) return 1;
  for (ssize_t i = 0; i < length; i++) word[i] = (char)toupper((unsigned char)word[i]);
  return send(3, word, (size_t)length, MSG_NOSIGNAL) == length ? 0 : 1;
}
