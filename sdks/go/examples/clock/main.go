// Tells the time, in a zone of your choice.
package main

import (
	"context"
	"time"
	_ "time/tzdata"

	"github.com/extproto/extproto/sdks/go/ext"
)

type zone struct {
	Zone string `json:"zone,omitempty" doc:"A time zone, Asia/Tokyo for one."`
}

func clock(_ context.Context, in zone) (string, error) {
	location, err := time.LoadLocation(in.Zone)
	return time.Now().In(location).Format("15:04"), err
}

func main() {
	e := ext.New("clock", "1.0.0")
	ext.AddTool(e, "clock", "Tells the time.", clock)
	e.CommandFunc("clock", "shows the time", func(ctx context.Context, name string) (ext.Response, error) {
		now, err := clock(ctx, zone{Zone: name})
		return ext.Display("It is " + now + "."), err
	})
	e.Run()
}
