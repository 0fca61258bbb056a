// Package ordinary lets tests of what a user may not read or write run as the
// superuser, too, whom permissions do not hold.
package ordinary
