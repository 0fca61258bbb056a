//go:build !unix

package gobridge

import "os/exec"

func ownGroup(*exec.Cmd) {}

func endGroup(*exec.Cmd) {}
