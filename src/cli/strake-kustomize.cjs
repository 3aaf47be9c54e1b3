#!/usr/bin/env node
// The same program; its name tells it which one to be.
'use strict'

require('./start.cjs')
