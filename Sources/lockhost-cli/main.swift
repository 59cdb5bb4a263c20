// SPDX-License-Identifier: MIT

import LockhostCommand
